package encore.command;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Keeps the commands that a handler sends, and answers each as its own handler would. */
public final class AnsweringDispatch implements Dispatch {

    public final List<Command<?>> sent = new ArrayList<>();
    private final Function<Command<?>, Object> answers;

    /** @param answers answers a command, with an object of the type that the command names */
    public AnsweringDispatch(Function<Command<?>, Object> answers) {
        this.answers = answers;
    }

    @Override
    public <R> R sendLast(Command<R> command) {
        return send(command);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
    public <R> R send(Command<R> command) {
        sent.add(command);
        return (R) answers.apply(command);
    }
}
