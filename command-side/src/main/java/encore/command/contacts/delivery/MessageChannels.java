package encore.command.contacts.delivery;

import encore.kernel.Refusal;
import encore.kernel.contacts.ContactKind;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The ways in which this installation reaches contacts. */
@Component
public class MessageChannels {

    private static final MessageChannel DEMO_MAILBOX = new DemoMailbox();

    private final @Nullable MessageChannel mail;
    private final @Nullable MessageChannel sms;

    /** @param configured the settings; without them nothing can be sent */
    MessageChannels(ObjectProvider<MessageSettings> configured) {
        MessageSettings settings = configured.getIfAvailable(() -> MessageSettings.NONE);
        MessageChannel otherwise = settings.isDemo() ? DEMO_MAILBOX : null;
        mail = settings.mail() == null ? otherwise : new SmtpChannel(settings.mail());
        sms = settings.sms() == null ? otherwise : new SmsWebhook(settings.sms());
    }

    /** Refuses a contact that nothing can be sent to; names {@code network}. */
    public void requireChannel(ContactKind kind) {
        if (of(kind) == null) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "no-channel",
                    "network",
                    kind == ContactKind.EMAIL
                            ? "This installation sends no mail."
                            : "This installation sends no text messages.");
        }
    }

    /** Whether messages of a kind are sent, or shown in the demo's mailbox. */
    public boolean hasChannel(ContactKind kind) {
        return of(kind) != null;
    }

    /** The demo's mailbox, which shows messages at {@code manage/outbox}. */
    private record DemoMailbox() implements MessageChannel {
        @Override
        public Result send(OutgoingMessage message) {
            return Result.SHOWN;
        }

        @Override
        public boolean isOutside() {
            return false;
        }
    }

    @Nullable
    MessageChannel of(ContactKind kind) {
        return switch (kind) {
            case EMAIL -> mail;
            case PHONE -> sms;
        };
    }
}
