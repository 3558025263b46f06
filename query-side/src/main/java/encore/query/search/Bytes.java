package encore.query.search;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Encodes facts as bytes for packed documents. A missing value differs from an empty text and from zero. */
final class Bytes {

    private Bytes() {}

    interface Writing {

        void to(DataOutput out) throws IOException;
    }

    interface Reading<F> {

        F from(DataInput in) throws IOException;
    }

    static byte[] of(Writing facts) {
        var bytes = new ByteArrayOutputStream(128);
        try (var out = new DataOutputStream(bytes)) {
            facts.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static <F> F read(byte[] bytes, Reading<F> facts) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return facts.from(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void text(@Nullable String text, DataOutput out) throws IOException {
        if (text == null) {
            out.writeInt(-1);
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    static @Nullable String text(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static void number(@Nullable Long number, DataOutput out) throws IOException {
        out.writeBoolean(number != null);
        if (number != null) {
            out.writeLong(number);
        }
    }

    static @Nullable Long number(DataInput in) throws IOException {
        return in.readBoolean() ? in.readLong() : null;
    }

    static void degrees(@Nullable Double degrees, DataOutput out) throws IOException {
        out.writeDouble(degrees == null ? Double.NaN : degrees);
    }

    static @Nullable Double degrees(DataInput in) throws IOException {
        double degrees = in.readDouble();
        return Double.isNaN(degrees) ? null : degrees;
    }
}
