package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** In which arrangements the suite goes through a class of journeys; by hand it runs in those that are asked for. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface RunsOn {

    Arrangement[] value();

    /** Why there, or why nowhere else. */
    String because();

    /** Finds the arrangements of a class, or takes those that the system property {@code encore.arrangement} names. */
    final class Wanted implements ArgumentsProvider {

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return Arrangement.asked()
                    .orElseGet(() -> Stream.of(Objects.requireNonNull(
                                    context.getRequiredTestClass().getAnnotation(RunsOn.class))
                            .value()))
                    .map(Arguments::of);
        }
    }
}
