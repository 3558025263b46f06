package encore.query.search;

import encore.kernel.fans.Consent;
import encore.kernel.fans.Curation;
import encore.kernel.fans.Profile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes {@link FanFacts} in about a hundred bytes: a start reads a million of them. */
final class FactBytes {

    private FactBytes() {}

    /** The position and the time of the registration, which begin the encoded facts. */
    record Registration(long position, long at) {}

    /** Decodes the header without the rest. */
    static Registration registration(byte[] bytes) {
        ByteBuffer facts = ByteBuffer.wrap(bytes);
        return new Registration(facts.getLong(), facts.getLong());
    }

    static byte[] write(FanFacts facts) {
        return Bytes.of(out -> write(facts, out));
    }

    static FanFacts read(byte[] bytes) {
        return Bytes.read(bytes, FactBytes::read);
    }

    private static void write(FanFacts facts, DataOutput out) throws IOException {
        Profile profile = facts.profile();
        Consent consent = facts.consent();
        out.writeLong(facts.position());
        out.writeLong(facts.created());
        out.writeLong(facts.updated());
        out.writeBoolean(profile.email() != null);
        out.writeBoolean(profile.phone() != null);
        out.writeBoolean(consent.isSubscribed() != null);
        out.writeBoolean(consent.isPhoneSubscribed() != null);
        out.writeBoolean(consent.isOptout() != null);
        Bytes.text(profile.gender(), out);
        Bytes.text(profile.countryCode(), out);
        Bytes.text(profile.province(), out);
        Bytes.text(profile.city(), out);
        Bytes.text(profile.postalCode(), out);
        Bytes.text(profile.fanSource(), out);
        Bytes.text(facts.curation().metroArea(), out);
        LocalDate birthDate = profile.birthDate();
        Bytes.number(birthDate == null ? null : birthDate.toEpochDay(), out);
        Integer rating = facts.curation().rating();
        Bytes.number(rating == null ? null : rating.longValue(), out);
        Bytes.degrees(profile.latitude(), out);
        Bytes.degrees(profile.longitude(), out);
    }

    private static FanFacts read(DataInput in) throws IOException {
        long position = in.readLong();
        long created = in.readLong();
        long updated = in.readLong();
        String email = FanFacts.there(flag(in));
        String phone = FanFacts.there(flag(in));
        var consent = new Consent(flag(in), flag(in), flag(in), null, null, List.of(), List.of());
        String gender = Bytes.text(in);
        String country = Bytes.text(in);
        String province = Bytes.text(in);
        String city = Bytes.text(in);
        String postalCode = Bytes.text(in);
        String source = Bytes.text(in);
        String metroArea = Bytes.text(in);
        Long birthday = Bytes.number(in);
        Long rating = Bytes.number(in);
        Double latitude = Bytes.degrees(in);
        Double longitude = Bytes.degrees(in);
        LocalDate birthDate = birthday == null ? null : LocalDate.ofEpochDay(birthday);
        var profile = new Profile(
                null,
                null,
                null,
                null,
                email,
                phone,
                gender,
                birthDate,
                null,
                latitude,
                longitude,
                country,
                province,
                city,
                postalCode,
                source);
        var curation = new Curation(rating == null ? null : rating.intValue(), metroArea, null, null, null);
        return new FanFacts(position, created, updated, profile, consent, curation);
    }

    private static @Nullable Boolean flag(DataInput in) throws IOException {
        return in.readBoolean() ? true : null;
    }
}
