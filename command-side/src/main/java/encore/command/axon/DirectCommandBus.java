package encore.command.axon;

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
public final class DirectCommandBus extends SimpleCommandBus {

    private final Set<String> handledNames = new HashSet<>();

    public DirectCommandBus() {
        super(SimpleCommandBus.builder()
                .rollbackConfiguration(failure -> !(failure instanceof Refusal))
                .duplicateCommandHandlerResolver(DuplicateCommandHandlerResolution.rejectDuplicates()));
    }

    @Override
    public Registration subscribe(String name, MessageHandler<? super CommandMessage<?>> handler) {
        handledNames.add(name);
        return super.subscribe(name, handler);
    }

    /** Returns the names of those commands that have no handler. */
    Set<String> unhandled(Collection<? extends Class<?>> commands) {
        Set<String> missing = new TreeSet<>();
        commands.forEach(command -> missing.add(command.getName()));
        missing.removeAll(handledNames);
        return missing;
    }
}
