package encore.infra.eventstore.handlers;

import encore.infra.eventstore.HandlesEndedStreams;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import java.lang.reflect.Method;
import java.util.function.Predicate;
import org.axonframework.common.annotation.AnnotationUtils;
import org.axonframework.messaging.HandlerAttributes;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.annotation.HandlerEnhancerDefinition;
import org.axonframework.messaging.annotation.MessageHandlingMember;
import org.axonframework.messaging.annotation.WrappedMessageHandlingMember;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.AggregateRoot;
import org.jspecify.annotations.Nullable;

/** Refuses commands on an ended stream as unknown, so that no aggregate has to remember its own end. */
public final class EndedStreamGuard implements HandlerEnhancerDefinition {

    private final Predicate<StreamId> ended;

    public EndedStreamGuard(Predicate<StreamId> ended) {
        this.ended = ended;
    }

    @Override
    public <T> MessageHandlingMember<T> wrapHandler(MessageHandlingMember<T> handler) {
        boolean decides = handler.attribute(HandlerAttributes.COMMAND_NAME).isPresent()
                && AnnotationUtils.isAnnotationPresent(handler.declaringClass(), AggregateRoot.class)
                && !isAfterTheEnd(handler);
        return decides ? new GuardedHandler<>(handler, ended) : handler;
    }

    private static boolean isAfterTheEnd(MessageHandlingMember<?> handler) {
        return handler.unwrap(Method.class)
                .filter(method -> method.isAnnotationPresent(HandlesEndedStreams.class))
                .isPresent();
    }

    private static final class GuardedHandler<T> extends WrappedMessageHandlingMember<T> {

        private final Predicate<StreamId> ended;

        GuardedHandler(MessageHandlingMember<T> handler, Predicate<StreamId> ended) {
            super(handler);
            this.ended = ended;
        }

        @Override
        public Object handle(Message<?> message, @Nullable T aggregate) throws Exception {
            // A new stream cannot have ended.
            if (AggregateLifecycle.getVersion() != null && ended.test(((Command<?>) message.getPayload()).stream())) {
                throw Refusal.unknown("There is no such thing.");
            }
            return super.handle(message, aggregate);
        }
    }
}
