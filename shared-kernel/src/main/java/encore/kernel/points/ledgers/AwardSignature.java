package encore.kernel.points.ledgers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the award key of a record without revealing it: a caller that knows the key finds the record. Its text is the
 * SHA-256, in lower-case hexadecimal digits, of the space of the key, fan_id, point_uid and award_key, joined by line
 * feeds.
 *
 * @param space {@code client} or {@code automation}
 */
record AwardSignature(String space, long fanId, String pointUid, String awardKey) {

    /** The source of the call that takes an award key of a customer's. */
    private static final String CALL = "ent";

    /** Keys of customers and keys of automations live in spaces of their own. */
    private static final String CLIENT = "client";

    private static final String AUTOMATION = "automation";

    /** Returns null for a record without an award key. */
    static @Nullable String of(FanPoint point) {
        String awardKey = point.awardKey();
        if (awardKey == null) {
            return null;
        }
        String space = point.pointSource().equals(CALL) ? CLIENT : AUTOMATION;
        return new AwardSignature(space, point.fanId(), point.pointUid(), awardKey).text();
    }

    private String text() {
        String signed = space + "\n" + fanId + "\n" + pointUid + "\n" + awardKey;
        return HexFormat.of().formatHex(sha256().digest(signed.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
