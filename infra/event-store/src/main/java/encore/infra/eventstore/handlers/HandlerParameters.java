package encore.infra.eventstore.handlers;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.SubjectKeys;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.keys.KeyStore;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.annotation.ParameterResolver;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the parameters that a command handler may declare after its command: the interfaces in
 * {@code encore.infra.eventstore}, and the current time.
 */
public final class HandlerParameters implements ParameterResolverFactory {

    private final Map<Class<?>, Function<Message<?>, Object>> resolvers;

    public HandlerParameters(Streams streams, Facts facts, KeyStore keys, InstantSource clock) {
        SubjectKeys subjects = subject -> keys.create(subject.toString());
        resolvers = Map.of(
                Once.class, CommandContext::of,
                Claims.class, CommandContext::of,
                Dispatch.class, command -> CommandContext.of(command).dispatch(),
                Streams.class, command -> streams,
                Facts.class, command -> facts,
                SubjectKeys.class, command -> subjects,
                java.time.Instant.class, command -> clock.instant());
    }

    @Override
    public @Nullable ParameterResolver<?> createInstance(Executable executable, Parameter[] parameters, int index) {
        Function<Message<?>, Object> value = resolvers.get(parameters[index].getType());
        // Axon resolves annotated parameters itself, for example a @Timestamp.
        return value == null || parameters[index].getDeclaredAnnotations().length > 0
                ? null
                : new MessageParameter(value);
    }

    private record MessageParameter(Function<Message<?>, Object> value) implements ParameterResolver<Object> {

        @Override
        public Object resolveParameterValue(Message<?> message) {
            return value.apply(message);
        }

        @Override
        public boolean matches(Message<?> message) {
            return message instanceof CommandMessage<?>;
        }
    }
}
