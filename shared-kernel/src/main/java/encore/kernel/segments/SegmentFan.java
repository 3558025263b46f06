package encore.kernel.segments;

import encore.kernel.fans.FanContact;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A fan of a segment. A consent that is not known is false (spec 1, 2). */
public record SegmentFan(
        long fanId,
        @Contact @Nullable String email,
        @Contact @Nullable String phone,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName,
        boolean isSubscribed,
        boolean isPhoneSubscribed,
        @WireTime(WireTime.Form.BOTH) Instant lastUpdateTimestamp) {

    public static SegmentFan of(FanContact fan) {
        return new SegmentFan(
                fan.fanId(),
                fan.email(),
                fan.phone(),
                fan.firstName(),
                fan.lastName(),
                Boolean.TRUE.equals(fan.isSubscribed()),
                Boolean.TRUE.equals(fan.isPhoneSubscribed()),
                fan.lastUpdateTimestamp());
    }
}
