package encore.api.rsocket;

import io.netty.buffer.ByteBuf;
import io.rsocket.frame.FrameHeaderCodec;
import io.rsocket.frame.FrameType;

/**
 * Checks that a client's frame is as long as its fields say. The library reads a frame without this check, and fails
 * with an exception of the buffer where a field ends after the frame.
 */
final class FrameShape {

    private static final int HEADER_BYTES = 6;
    private static final int SETUP_FIELD_BYTES = 12;
    private static final int METADATA_LENGTH_BYTES = 3;
    private static final int TOKEN_LENGTH_BYTES = 2;
    private static final int RESUME_TOKEN = 0b00_1000_0000;

    private FrameShape() {}

    static boolean isSetup(ByteBuf frame) {
        return frame.readableBytes() >= HEADER_BYTES && FrameHeaderCodec.nativeFrameType(frame) == FrameType.SETUP;
    }

    /** Whether every field of the frame lies inside it. */
    static boolean isComplete(ByteBuf frame) {
        if (frame.readableBytes() < HEADER_BYTES) {
            return false;
        }
        Cursor cursor = new Cursor(frame.slice());
        cursor.skip(HEADER_BYTES);
        return switch (FrameHeaderCodec.nativeFrameType(frame)) {
            case SETUP -> {
                cursor.skip(SETUP_FIELD_BYTES);
                if ((FrameHeaderCodec.flags(frame) & RESUME_TOKEN) != 0) {
                    cursor.skipCounted(TOKEN_LENGTH_BYTES);
                }
                cursor.skipCounted(1);
                cursor.skipCounted(1);
                yield cursor.metadata(frame);
            }
            case REQUEST_STREAM, REQUEST_CHANNEL -> {
                cursor.skip(Integer.BYTES);
                yield cursor.metadata(frame);
            }
            case REQUEST_RESPONSE, REQUEST_FNF, PAYLOAD -> cursor.metadata(frame);
            case REQUEST_N, ERROR, EXT -> cursor.skip(Integer.BYTES);
            case KEEPALIVE, RESUME_OK, LEASE -> cursor.skip(Long.BYTES);
            case RESUME -> {
                cursor.skip(Integer.BYTES);
                cursor.skipCounted(TOKEN_LENGTH_BYTES);
                yield cursor.skip(2 * Long.BYTES);
            }
            default -> true;
        };
    }

    /**
     * Whether a complete frame opens a stream and requests no frame of it. The protocol demands at least one (RSocket,
     * Request N). The library would open the stream, and report the fault to nobody.
     */
    static boolean requestsNothing(ByteBuf frame) {
        return switch (FrameHeaderCodec.nativeFrameType(frame)) {
            case REQUEST_STREAM, REQUEST_CHANNEL -> frame.getInt(frame.readerIndex() + HEADER_BYTES) <= 0;
            default -> false;
        };
    }

    /** Whether a complete frame requests no further frame of a stream. */
    static boolean requestsNothingMore(ByteBuf frame) {
        return FrameHeaderCodec.nativeFrameType(frame) == FrameType.REQUEST_N
                && frame.getInt(frame.readerIndex() + HEADER_BYTES) <= 0;
    }

    /** Walks over the fields of a frame, and remembers whether all of them were inside it. */
    private static final class Cursor {

        private final ByteBuf rest;
        private boolean isInside = true;

        Cursor(ByteBuf rest) {
            this.rest = rest;
        }

        boolean skip(int bytes) {
            isInside &= bytes <= rest.readableBytes();
            if (isInside) {
                rest.skipBytes(bytes);
            }
            return isInside;
        }

        /** Skips a field that is preceded by its length. */
        boolean skipCounted(int lengthBytes) {
            if (!isInside || lengthBytes > rest.readableBytes()) {
                isInside = false;
                return false;
            }
            return skip(
                    switch (lengthBytes) {
                        case 1 -> rest.readUnsignedByte();
                        case TOKEN_LENGTH_BYTES -> rest.readUnsignedShort();
                        default -> rest.readUnsignedMedium();
                    });
        }

        boolean metadata(ByteBuf frame) {
            return FrameHeaderCodec.hasMetadata(frame) ? skipCounted(METADATA_LENGTH_BYTES) : isInside;
        }
    }
}
