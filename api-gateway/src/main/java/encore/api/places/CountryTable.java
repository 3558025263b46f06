package encore.api.places;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The countries of IP addresses, from a file that we ship; the README beside it names its origin, licence and date. It
 * takes some 7 MB of memory.
 */
final class CountryTable {

    private static final int CODE_LENGTH = 2;

    private final String[] countries;
    private final Ranges version4;
    private final Ranges version6;

    /**
     * Ranges in the order of their numbers, which are unsigned: addresses of IPv4, and the first 64 bits of IPv6.
     *
     * @param countries the place of each range's country
     */
    private record Ranges(long[] first, long[] last, short[] countries) {

        /** Returns the place of the country of a number, or -1. */
        int find(long number) {
            int low = 0;
            int high = first.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                if (Long.compareUnsigned(number, first[middle]) < 0) {
                    high = middle - 1;
                } else if (Long.compareUnsigned(number, last[middle]) > 0) {
                    low = middle + 1;
                } else {
                    return countries[middle];
                }
            }
            return -1;
        }
    }

    private CountryTable(String[] countries, Ranges version4, Ranges version6) {
        this.countries = countries;
        this.version4 = version4;
        this.version6 = version6;
    }

    /** Reads the table. */
    static CountryTable read() {
        try (InputStream file = Objects.requireNonNull(CountryTable.class.getResourceAsStream("countries.bin.gz"));
                DataInputStream in = new DataInputStream(new BufferedInputStream(new GZIPInputStream(file)))) {
            String[] countries = new String[(int) number(in)];
            for (int i = 0; i < countries.length; i++) {
                countries[i] = new String(in.readNBytes(CODE_LENGTH), StandardCharsets.US_ASCII);
            }
            return new CountryTable(countries, ranges(in), ranges(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Ranges ranges(DataInputStream in) throws IOException {
        int count = (int) number(in);
        long[] first = new long[count];
        long[] last = new long[count];
        short[] places = new short[count];
        long end = -1;
        for (int i = 0; i < count; i++) {
            first[i] = end + 1 + number(in);
            last[i] = first[i] + number(in);
            places[i] = (short) number(in);
            end = last[i];
        }
        return new Ranges(first, last, places);
    }

    private static long number(DataInputStream in) throws IOException {
        long number = 0;
        int shift = 0;
        int part;
        do {
            part = in.readUnsignedByte();
            number |= (part & 0x7FL) << shift;
            shift += 7;
        } while (part >= 0x80);
        return number;
    }

    /** Returns the code of an address's country; null when it is not known. */
    @Nullable
    String find(InetAddress address) {
        byte[] bytes = address.getAddress();
        int place = bytes.length == Integer.BYTES
                ? version4.find(Integer.toUnsignedLong(ByteBuffer.wrap(bytes).getInt()))
                : version6.find(
                        ByteBuffer.wrap(Arrays.copyOf(bytes, Long.BYTES)).getLong());
        return place < 0 ? null : countries[place];
    }
}
