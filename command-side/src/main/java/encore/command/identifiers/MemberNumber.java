package encore.command.identifiers;

import encore.kernel.fans.FanId;

/**
 * Makes the member id of a fan: a spelling of the fan's number, and so unique by itself and no more personal than the
 * number. It is scrambled so that neighbours do not look alike, and uses letters and digits that cannot be mistaken for
 * one another.
 */
final class MemberNumber {

    private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 11;
    private static final long MASK = (1L << 5 * LENGTH) - 1;

    /** Odd, so that the multiplication is reversible. */
    private static final long FACTOR = 0x5DEECE66D1A4B5L;

    private MemberNumber() {}

    static String of(FanId fan) {
        long mixed = fan.number() * FACTOR & MASK;
        mixed = (mixed ^ mixed >>> 28) * FACTOR & MASK;
        mixed ^= mixed >>> 28;
        var text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = LETTERS.charAt((int) (mixed & 31));
            mixed >>>= 5;
        }
        return new String(text);
    }
}
