package encore.api.wire;

import encore.kernel.names.Blanks;
import encore.kernel.time.AsOf;
import encore.kernel.time.WrittenTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Types for days and moments, in the formats of the contract. */
public sealed interface TimeType extends ValueType {

    /** A day, {@code yyyy-mm-dd}. */
    record Day() implements TimeType {

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return WrittenTime.day(text);
            } catch (DateTimeException malformed) {
                throw wrongValue();
            }
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.FORMAT, "must be YYYY-MM-DD");
        }
    }

    /** A moment: unix seconds, {@code YYYY-MM-DD HH:MM:SS} in UTC, or ISO 8601. */
    record Time() implements TimeType {

        private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
        private static final WholeNumber SECONDS = new WholeNumber(0, LATEST, false);

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            if (text.length() > 40) {
                throw wrongValue();
            }
            if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return seconds(SECONDS.ofText(text));
            }
            try {
                Instant at = iso(text);
                if (at.getEpochSecond() < 0 || at.getEpochSecond() > LATEST) {
                    throw new InvalidValueException(ErrorCode.RANGE, "is out of range");
                }
                return at;
            } catch (DateTimeException malformed) {
                throw wrongValue();
            }
        }

        /** Parses ISO 8601; a time without an offset is in UTC. */
        static Instant iso(String text) {
            return WrittenTime.iso(text).in(ZoneOffset.UTC);
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isIntegralNumber() ? seconds(SECONDS.ofJson(node)) : TimeType.super.ofJson(node);
        }

        private static @Nullable Object seconds(@Nullable Object seconds) {
            return seconds == null ? null : Instant.ofEpochSecond((Long) seconds);
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(
                    ErrorCode.FORMAT, "must be a time: unix seconds, 'YYYY-MM-DD HH:MM:SS' or ISO 8601");
        }
    }

    /** A day, or a moment in any format of {@link Time}. */
    record DayOrMoment() implements TimeType {

        /** The pattern in the API documentation, which covers the common formats. */
        public static final String PATTERN =
                "^(?:\\d{1,10}|\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}(?::?\\d{2})?)?)?)$";

        private static final int DAY_LENGTH = 10;
        private static final Day DAY = new Day();
        private static final Time TIME = new Time();

        @Override
        public @Nullable Object ofText(String text) {
            try {
                boolean day = text.length() == DAY_LENGTH && text.indexOf('-') > 0;
                return day ? DayOrTime.of((LocalDate) Objects.requireNonNull(DAY.ofText(text))) : at(TIME.ofText(text));
            } catch (InvalidValueException neither) {
                throw wrongValue();
            }
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isIntegralNumber() ? at(TIME.ofJson(node)) : TimeType.super.ofJson(node);
        }

        private static @Nullable Object at(@Nullable Object time) {
            return time == null ? null : new DayOrTime((Instant) time, null);
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(
                    ErrorCode.FORMAT, "must be YYYY-MM-DD or a time: unix seconds, 'YYYY-MM-DD HH:MM:SS' or ISO 8601");
        }
    }

    /** A moment of the log: a position, unix seconds, or a time as text. */
    record LogMoment() implements TimeType {

        public static final int LENGTH = 40;

        private static final Pattern POSITION = Pattern.compile("(position:)?(\\d{1,18})");

        /** Lower numbers are positions. As unix times they would be older than any log. */
        private static final long FIRST_TIME = 1_000_000_000L;

        private static final long LAST_TIME = 253_402_300_799L;

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            Text.mustFit(text, LENGTH);
            var position = POSITION.matcher(text);
            if (position.matches()) {
                long number = Long.parseLong(position.group(2));
                if (position.group(1) != null || number < FIRST_TIME) {
                    return AsOf.of(number);
                }
                if (number > LAST_TIME) {
                    throw new InvalidValueException(ErrorCode.RANGE, "is out of range");
                }
                return AsOf.of(Instant.ofEpochSecond(number));
            }
            try {
                return AsOf.of(Time.iso(Blanks.trim(text)));
            } catch (DateTimeException malformed) {
                throw wrongValue();
            }
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be a time or a position");
        }
    }
}
