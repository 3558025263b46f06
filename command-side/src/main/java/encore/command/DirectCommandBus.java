package encore.command;

import encore.kernel.Refusal;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.commandhandling.DuplicateCommandHandlerResolution;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.Registration;
import org.axonframework.messaging.MessageHandler;

/** Axon's bus, which calls handlers on the current thread. A Refusal changes nothing, so nothing is rolled back. */
final class DirectCommandBus extends SimpleCommandBus {

    private final Set<String> handled = new HashSet<>();

    DirectCommandBus() {
        super(SimpleCommandBus.builder()
                .rollbackConfiguration(failure -> !(failure instanceof Refusal))
                .duplicateCommandHandlerResolver(DuplicateCommandHandlerResolution.rejectDuplicates()));
    }

    @Override
    public Registration subscribe(String name, MessageHandler<? super CommandMessage<?>> handler) {
        handled.add(name);
        return super.subscribe(name, handler);
    }

    /** Returns the names of those commands that have no handler. */
    Set<String> unhandled(Collection<? extends Class<?>> commands) {
        Set<String> missing = new TreeSet<>();
        commands.forEach(command -> missing.add(command.getName()));
        missing.removeAll(handled);
        return missing;
    }
}
