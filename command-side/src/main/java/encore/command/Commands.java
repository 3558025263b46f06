package encore.command;

import encore.kernel.Command;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;

/** Finds the commands of the language. */
final class Commands {

    private Commands() {}

    static Set<Class<?>> all() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false) {
            @Override
            protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
                return definition.getMetadata().isIndependent();
            }
        };
        scanner.addIncludeFilter(new AssignableTypeFilter(Command.class));
        return scanner.findCandidateComponents("encore.kernel").stream()
                .<Class<?>>map(found -> ClassUtils.resolveClassName(
                        String.valueOf(found.getBeanClassName()), Commands.class.getClassLoader()))
                .filter(Class::isRecord)
                .collect(Collectors.toUnmodifiableSet());
    }
}
