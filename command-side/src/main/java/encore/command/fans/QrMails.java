package encore.command.fans;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Once;
import encore.kernel.qrmails.QrMailCommand.EndQrMail;
import encore.kernel.qrmails.QrMailCommand.RequestQrMail;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.qrmails.QrMailState;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mails of a fan's QR codes at one moment.
 *
 * @param email the address of the fan; null when it has none
 * @param open the fan_point_uids of the codes whose mail has not ended
 */
record QrMails(@Nullable String email, Set<String> open) {

    /** After this time a code is not mailed any more: something was rebuilt, copied or tried again late. */
    private static final Duration CODES_ARE_MAILED_WITHIN = Duration.ofDays(1);

    /** Requests a mail. Only the first request of a code counts. */
    QrMailState request(RequestQrMail command, Once once, Instant now) {
        if (email == null || !now.isBefore(command.givenAt().plus(CODES_ARE_MAILED_WITHIN))) {
            return new QrMailState(command.fanPointUid(), false);
        }
        var key = new Once.Key("qr_mail", "fan_point_uid", command.fanPointUid());
        return once.perKey(key, command.fanPointUid(), QrMailState.class, () -> {
            apply(new QrMailRequested(command.fan(), command.fanPointUid(), email, command.title()));
            return new QrMailState(command.fanPointUid(), true);
        });
    }

    QrMailState state(String fanPointUid) {
        return new QrMailState(fanPointUid, open.contains(fanPointUid));
    }

    QrMailState end(EndQrMail command) {
        if (open.contains(command.fanPointUid())) {
            apply(new QrMailEnded(command.fan(), command.fanPointUid(), command.outcome()));
        }
        return new QrMailState(command.fanPointUid(), false);
    }
}
