package encore.command;

import encore.kernel.Command;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.modelling.command.AggregateRoot;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.core.type.filter.TypeFilter;
import org.springframework.util.ClassUtils;

/** Finds aggregates, and the commands that must each have one handler. */
final class Handlers {

    private Handlers() {}

    static Set<Class<?>> aggregates() {
        return scan("encore.command", new AnnotationTypeFilter(AggregateRoot.class));
    }

    static Set<Class<?>> commands() {
        return scan("encore.kernel", new AssignableTypeFilter(Command.class)).stream()
                .filter(Class::isRecord)
                .collect(Collectors.toSet());
    }

    static boolean handlesCommands(Class<?> component) {
        for (var method : ClassUtils.getUserClass(component).getDeclaredMethods()) {
            if (method.isAnnotationPresent(CommandHandler.class)) {
                return true;
            }
        }
        return false;
    }

    /** Fails the start when a command would find nobody. That none finds two is the bus's to say. */
    static void mustAllBeHandled(Set<String> handled) {
        Set<String> missing = new TreeSet<>();
        commands().forEach(command -> missing.add(command.getName()));
        missing.removeAll(handled);
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Commands without a handler: " + missing);
        }
    }

    private static Set<Class<?>> scan(String base, TypeFilter filter) {
        var scanner = new ClassPathScanningCandidateComponentProvider(false) {
            @Override
            protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
                return definition.getMetadata().isIndependent();
            }
        };
        scanner.addIncludeFilter(filter);
        return scanner.findCandidateComponents(base).stream()
                .<Class<?>>map(found -> ClassUtils.resolveClassName(
                        String.valueOf(found.getBeanClassName()), Handlers.class.getClassLoader()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
