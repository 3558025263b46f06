package encore.api.netty;

import io.netty.buffer.ByteBuf;

/** Reads the heads of a connection's requests, before the codec does, as far as their lines go. */
final class HeadScanner {

    private boolean started;
    private boolean blank;
    private boolean folded;
    private byte last;
    private int length;
    private int emptyLines;

    /** Begins with the next head. */
    void reset() {
        started = false;
        blank = true;
        folded = false;
        last = '\n';
        length = 0;
    }

    /** Whether the present head has begun. */
    boolean hasStarted() {
        return started;
    }

    /** Whether a line of the present head is folded: it begins with a space, and continues the line before. */
    boolean isFolded() {
        return folded;
    }

    /** Returns the number of bytes of the present head so far. */
    int length() {
        return length;
    }

    /** Scans up to the empty line that ends a head, or all bytes. Returns the number of bytes scanned. */
    int scanHead(ByteBuf bytes) {
        int part = scan(bytes, true);
        length += part;
        return part;
    }

    /**
     * Scans all bytes of a body, in which the next head may begin. Returns the number of empty lines: no more heads end in
     * these bytes.
     */
    int scanBody(ByteBuf bytes) {
        reset();
        started = true;
        last = 0;
        emptyLines = 0;
        scan(bytes, false);
        return emptyLines;
    }

    private int scan(ByteBuf bytes, boolean toTheEmptyLine) {
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); at++) {
            if (started && !blank) {
                // The rest of a line is not examined.
                int end = bytes.indexOf(at, bytes.writerIndex(), (byte) '\n');
                at = end < 0 ? bytes.writerIndex() - 1 : end;
            }
            byte now = bytes.getByte(at);
            if (now == '\n') {
                emptyLines += blank ? 1 : 0;
                if (toTheEmptyLine && started && blank) {
                    last = now;
                    return at + 1 - bytes.readerIndex();
                }
                blank = true;
            } else if (now != '\r') {
                boolean space = now == ' ' || now == '\t';
                folded |= started && space && last == '\n';
                started |= !space;
                blank = false;
            }
            last = now;
        }
        return bytes.readableBytes();
    }
}
