package encore.query.search.facts;

import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.CurationBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes {@link FanFacts} in about a hundred bytes: a start reads a million of them. */
public final class FanFactsCodec {

    private FanFactsCodec() {}

    /** The position and the time of the registration, which begin the encoded facts. */
    public record FactsHeader(long position, long at) {}

    /** Decodes the header without the rest. */
    public static FactsHeader header(byte[] bytes) {
        ByteBuffer facts = ByteBuffer.wrap(bytes);
        return new FactsHeader(facts.getLong(), facts.getLong());
    }

    public static byte[] encode(FanFacts facts) {
        return FactEncoding.encode(out -> encode(facts, out));
    }

    public static FanFacts decode(byte[] bytes) {
        return FactEncoding.decode(bytes, FanFactsCodec::decode);
    }

    private static void encode(FanFacts facts, DataOutput out) throws IOException {
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
        FactEncoding.text(profile.gender(), out);
        FactEncoding.text(profile.countryCode(), out);
        FactEncoding.text(profile.province(), out);
        FactEncoding.text(profile.city(), out);
        FactEncoding.text(profile.postalCode(), out);
        FactEncoding.text(profile.fanSource(), out);
        FactEncoding.text(facts.curation().metroArea(), out);
        LocalDate birthDate = profile.birthDate();
        FactEncoding.number(birthDate == null ? null : birthDate.toEpochDay(), out);
        Integer rating = facts.curation().rating();
        FactEncoding.number(rating == null ? null : rating.longValue(), out);
        FactEncoding.degrees(profile.latitude(), out);
        FactEncoding.degrees(profile.longitude(), out);
    }

    private static FanFacts decode(DataInput in) throws IOException {
        long position = in.readLong();
        long created = in.readLong();
        long updated = in.readLong();
        String email = FanFacts.presence(flag(in));
        String phone = FanFacts.presence(flag(in));
        var consent = new Consent(flag(in), flag(in), flag(in), null, null, List.of(), List.of());
        String gender = FactEncoding.text(in);
        String country = FactEncoding.text(in);
        String province = FactEncoding.text(in);
        String city = FactEncoding.text(in);
        String postalCode = FactEncoding.text(in);
        String source = FactEncoding.text(in);
        String metroArea = FactEncoding.text(in);
        Long birthday = FactEncoding.number(in);
        Long rating = FactEncoding.number(in);
        Double latitude = FactEncoding.degrees(in);
        Double longitude = FactEncoding.degrees(in);
        LocalDate birthDate = birthday == null ? null : LocalDate.ofEpochDay(birthday);
        var profile = ProfileBuilder.builder()
                .email(email)
                .phone(phone)
                .gender(gender)
                .birthDate(birthDate)
                .latitude(latitude)
                .longitude(longitude)
                .countryCode(country)
                .province(province)
                .city(city)
                .postalCode(postalCode)
                .fanSource(source)
                .build();
        var curation = CurationBuilder.builder()
                .rating(rating == null ? null : rating.intValue())
                .metroArea(metroArea)
                .build();
        return new FanFacts(position, created, updated, profile, consent, curation);
    }

    private static @Nullable Boolean flag(DataInput in) throws IOException {
        return in.readBoolean() ? true : null;
    }
}
