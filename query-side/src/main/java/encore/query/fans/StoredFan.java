package encore.query.fans;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fan as it is stored. It differs from the answered {@link Fan} because it applies changes to the same records as the
 * command side, and because searches need a comparable name and birthday.
 *
 * @param position the position of the registration
 * @param fields values of custom fields by key
 * @param tags ids of tags, in the order they were given
 * @param displayKey the display name in the first form of its {@link NameSkeleton}
 * @param displayLook the other form of it; null when both are the same
 * @param nationalPhone the phone as it is dialled in its country, without a leading 0
 * @param birthday in days since 1970
 * @param ownProps the props that the fan set itself, as texts by name; null for none
 */
@RecordBuilder
record StoredFan(
        long account,
        long fanId,
        long position,
        Instant created,
        Instant updated,
        Profile profile,
        Consent consent,
        Curation curation,
        boolean hasPassword,
        ObjectNode fields,
        List<Long> tags,
        @Nullable String displayKey,
        @Nullable String displayLook,
        @Nullable String nationalPhone,
        @Nullable Long birthday,
        @Nullable ObjectNode ownProps) {

    /** Documents from before custom fields and tags existed have null for both. */
    StoredFan {
        fields = Objects.requireNonNullElseGet(fields, JsonNodeFactory.instance::objectNode);
        tags = tags == null ? List.of() : List.copyOf(tags);
        ownProps = ownProps == null || ownProps.isEmpty() ? null : ownProps;
    }

    static StoredFan registered(long account, long fanId, long position, Instant at, Profile profile, Consent consent) {
        return of(
                account,
                fanId,
                position,
                at,
                at,
                profile,
                consent,
                Curation.EMPTY,
                false,
                JsonNodeFactory.instance.objectNode(),
                List.of(),
                null);
    }

    private static @Nullable String nationalNumber(@Nullable String phone) {
        try {
            return phone == null
                    ? null
                    : Long.toString(
                            PhoneNumberUtil.getInstance().parse(phone, null).getNationalNumber());
        } catch (NumberParseException unreadable) {
            return null;
        }
    }

    StoredFan after(FanEvent.Change<?> event, Instant at) {
        return switch (event) {
            case FanProfileChanged change -> with(at, change.patch().applyTo(profile), consent, curation, hasPassword);
            case FanConsentChanged change -> with(at, profile, consent.after(change.patch()), curation, hasPassword);
            case FanCurated change -> with(at, profile, consent, change.patch().applyTo(curation), hasPassword);
        };
    }

    StoredFan withPassword(Instant at) {
        return with(at, profile, consent, curation, true);
    }

    StoredFan after(FanFieldsChanged event, Instant at) {
        ObjectNode known = fields.deepCopy();
        if (event.values() != null) {
            known.setAll(event.values());
        }
        known.remove(event.cleared());
        return of(
                account, fanId, position, created, at, profile, consent, curation, hasPassword, known, tags, ownProps);
    }

    StoredFan after(FanTagsChanged event, Instant at) {
        List<Long> given = Stream.concat(tags.stream(), event.added().stream())
                .distinct()
                .filter(tag -> !event.removed().contains(tag))
                .toList();
        return of(
                account,
                fanId,
                position,
                created,
                at,
                profile,
                consent,
                curation,
                hasPassword,
                fields,
                given,
                ownProps);
    }

    StoredFan after(FanPropsChanged event, Instant at) {
        ObjectNode props = ownProps == null ? JsonNodeFactory.instance.objectNode() : ownProps.deepCopy();
        if (event.changes() != null) {
            event.changes().properties().forEach(change -> {
                if (change.getValue().isNull()) {
                    props.remove(change.getKey());
                } else {
                    props.set(change.getKey(), change.getValue());
                }
            });
        }
        return of(account, fanId, position, created, at, profile, consent, curation, hasPassword, fields, tags, props);
    }

    /** Returns the fan with a new time of update, for changes that other features store. */
    StoredFan withUpdate(Instant at) {
        return with(at, profile, consent, curation, hasPassword);
    }

    private StoredFan with(Instant at, Profile newProfile, Consent newConsent, Curation newCuration, boolean password) {
        return of(
                account,
                fanId,
                position,
                created,
                at,
                newProfile,
                newConsent,
                newCuration,
                password,
                fields,
                tags,
                ownProps);
    }

    private static StoredFan of(
            long account,
            long fanId,
            long position,
            Instant created,
            Instant updated,
            Profile profile,
            Consent consent,
            Curation curation,
            boolean hasPassword,
            ObjectNode fields,
            List<Long> tags,
            @Nullable ObjectNode ownProps) {
        String displayName = profile.displayName();
        NameSkeleton skeleton = displayName == null ? null : NameSkeleton.of(displayName);
        LocalDate birthDate = profile.birthDate();
        return StoredFanBuilder.builder()
                .account(account)
                .fanId(fanId)
                .position(position)
                .created(created)
                .updated(updated)
                .profile(profile)
                .consent(consent)
                .curation(curation)
                .hasPassword(hasPassword)
                .fields(fields)
                .tags(tags)
                .ownProps(ownProps)
                .displayKey(skeleton == null ? null : skeleton.caseless())
                .displayLook(
                        skeleton == null || skeleton.asWritten().equals(skeleton.caseless())
                                ? null
                                : skeleton.asWritten())
                .nationalPhone(nationalNumber(profile.phone()))
                .birthday(birthDate == null ? null : birthDate.toEpochDay())
                .build();
    }

    /** @param tagNames the names of its tags; null leaves tags out */
    Fan toFan(boolean withBusinesses, @Nullable FanTagNames tagNames) {
        return FanBuilder.builder()
                .fanId(fanId)
                .accountId(account)
                .creationTimestamp(created)
                .lastUpdateTimestamp(updated)
                .fields(fields)
                .hasPassword(hasPassword)
                .name(name())
                .firstName(profile.firstName())
                .lastName(profile.lastName())
                .displayName(profile.displayName())
                .isConfirmed(consent.isConfirmed())
                .isPhoneConfirmed(consent.isPhoneConfirmed())
                .email(profile.email())
                .province(profile.province())
                .latitude(profile.latitude())
                .longitude(profile.longitude())
                .ipAddress(profile.ipAddress())
                .countryCode(profile.countryCode())
                .city(profile.city())
                .isSubscribed(consent.isSubscribed())
                .isOptout(consent.isOptout())
                .isPhoneSubscribed(consent.isPhoneSubscribed())
                .rating(curation.rating())
                .phone(profile.phone())
                .birthDate(profile.birthDate())
                .metroArea(curation.metroArea())
                .postalCode(profile.postalCode())
                .fanSource(profile.fanSource())
                .gender(profile.gender())
                .tags(tagNames == null ? null : tagNames.of(this))
                .moderatorStatus(curation.moderatorStatus())
                .accessCode(curation.accessCode())
                .props(props())
                .isGuest(false)
                .optedInBusinessIds(withBusinesses ? consent.optedInBusinesses() : null)
                .build();
    }

    /** Returns the props of staff and fan as one object. Those of staff lie over the fan's own. */
    private @Nullable JsonNode props() {
        if (ownProps == null) {
            return curation.props();
        }
        ObjectNode props = ownProps.deepCopy();
        if (curation.props() instanceof ObjectNode ofStaff) {
            props.setAll(ofStaff);
        }
        return props;
    }

    private @Nullable String name() {
        if (profile.name() != null) {
            return profile.name();
        }
        String joined = Stream.of(profile.firstName(), profile.lastName())
                .filter(part -> part != null)
                .collect(Collectors.joining(" "));
        return joined.isEmpty() ? null : joined;
    }
}
