package encore.api.trackers;

import java.security.SecureRandom;

/** Generates keys of trackers. */
final class TrackerKeys {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LENGTH = 12;
    private static final int BASE = 36;

    private TrackerKeys() {}

    static String random() {
        StringBuilder key = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            key.append(Character.forDigit(RANDOM.nextInt(BASE), BASE));
        }
        return key.toString();
    }
}
