package encore.infra.cli.imports;

import encore.infra.cli.terminal.CommandFailed;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;

/**
 * The letters of a file in UTF-8, and the line in which each of them is. A reader of the JDK loses the letters before a wrong
 * byte, so that nobody would know its line.
 */
final class Utf8Text implements AutoCloseable {

    static final int END = -1;

    private static final int BUFFER = 1 << 16;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final InputStream stream;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private final CharBuffer letters = CharBuffer.allocate(BUFFER).flip();
    private boolean isLast;
    private boolean isMalformed;
    private boolean isAfterCarriageReturn;
    private long line = 1;

    Utf8Text(InputStream stream) {
        this.stream = stream;
        if (peek() == BYTE_ORDER_MARK) {
            letters.get();
        }
    }

    /** Returns the line of the next letter, from 1. Lines end as those of any system do. */
    long line() {
        return line;
    }

    /** Returns the next letter without taking it. */
    int peek() {
        return letters.hasRemaining() || fill() ? letters.get(letters.position()) : END;
    }

    int read() {
        int letter = peek();
        if (letter == END) {
            return END;
        }
        letters.get();
        if (letter == '\r' || letter == '\n' && !isAfterCarriageReturn) {
            line++;
        }
        isAfterCarriageReturn = letter == '\r';
        return letter;
    }

    private boolean fill() {
        letters.clear();
        while (letters.position() == 0) {
            if (isMalformed) {
                throw new CommandFailed(
                        "Line " + line + ": the file is not UTF-8. Save it as \"CSV UTF-8\" and import it"
                                + " again. No row is sent of a file with another encoding.");
            }
            if (isLast && !bytes.hasRemaining()) {
                letters.flip();
                return false;
            }
            readBytes();
            CoderResult result = decoder.decode(bytes, letters, isLast);
            // The bytes of a letter that the end of the file cuts off are malformed as well.
            isMalformed = result.isMalformed();
        }
        letters.flip();
        return true;
    }

    private void readBytes() {
        bytes.compact();
        try {
            int count = stream.read(bytes.array(), bytes.position(), bytes.remaining());
            isLast = count < 0;
            bytes.position(bytes.position() + Math.max(count, 0));
        } catch (EOFException | ZipException broken) {
            throw new CommandFailed("Line " + line + ": the gzipped file is damaged or ends too early.");
        } catch (IOException unreadable) {
            throw new CommandFailed("The file cannot be read: " + unreadable.getMessage() + ".");
        }
        bytes.flip();
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException unreadable) {
            throw new CommandFailed("The file cannot be closed: " + unreadable.getMessage() + ".");
        }
    }
}
