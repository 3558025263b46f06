package encore.query.search.facts;

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
public final class FactEncoding {

    private FactEncoding() {}

    public interface FactWriter {

        void writeTo(DataOutput out) throws IOException;
    }

    public interface FactReader<F> {

        F readFrom(DataInput in) throws IOException;
    }

    public static byte[] encode(FactWriter writer) {
        var bytes = new ByteArrayOutputStream(128);
        try (var out = new DataOutputStream(bytes)) {
            writer.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static <F> F decode(byte[] bytes, FactReader<F> reader) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return reader.readFrom(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void text(@Nullable String text, DataOutput out) throws IOException {
        if (text == null) {
            out.writeInt(-1);
        } else {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
    }

    public static @Nullable String text(DataInput in) throws IOException {
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
