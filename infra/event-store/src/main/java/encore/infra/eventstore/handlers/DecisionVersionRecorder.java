package encore.infra.eventstore.handlers;

import encore.infra.eventstore.axon.CommandContext;
import encore.kernel.Command;
import org.axonframework.common.annotation.AnnotationUtils;
import org.axonframework.messaging.HandlerAttributes;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.annotation.HandlerEnhancerDefinition;
import org.axonframework.messaging.annotation.MessageHandlingMember;
import org.axonframework.messaging.annotation.WrappedMessageHandlingMember;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.AggregateRoot;
import org.jspecify.annotations.Nullable;

/**
 * Records the aggregate version that a command is decided on, so that a decision without events can be checked against
 * the log.
 */
public final class DecisionVersionRecorder implements HandlerEnhancerDefinition {

    @Override
    public <T> MessageHandlingMember<T> wrapHandler(MessageHandlingMember<T> handler) {
        boolean decides = handler.attribute(HandlerAttributes.COMMAND_NAME).isPresent()
                && AnnotationUtils.isAnnotationPresent(handler.declaringClass(), AggregateRoot.class);
        return decides ? new RecordingHandler<>(handler) : handler;
    }

    private static final class RecordingHandler<T> extends WrappedMessageHandlingMember<T> {

        RecordingHandler(MessageHandlingMember<T> handler) {
            super(handler);
        }

        @Override
        public Object handle(Message<?> message, @Nullable T aggregate) throws Exception {
            Long version = AggregateLifecycle.getVersion();
            String stream = ((Command<?>) message.getPayload()).stream().toString();
            CommandContext.of(message).loaded(stream, version == null ? -1 : version);
            return super.handle(message, aggregate);
        }
    }
}
