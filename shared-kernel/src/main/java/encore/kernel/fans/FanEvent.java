package encore.kernel.fans;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.ContactOrigin;
import encore.kernel.fans.profile.Curation;
import encore.kernel.fans.profile.Profile;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Everything that can happen to a fan. */
public sealed interface FanEvent extends Event {

    FanId fan();

    @Override
    default FanId subject() {
        return fan();
    }

    /** A change of the data of a fan: the new values, and the names of the cleared components. */
    sealed interface Change<T extends Record> extends FanEvent, Event.Change<T> {}

    /**
     * A fan was registered.
     *
     * @param origin the caller that gave the contacts; null for a call with the secret, as in all events of revision 1
     */
    @Revision("2")
    record FanRegistered(
            @PublishedValue FanId fan,
            Profile profile,
            @PublishedValue Consent consent,
            @Nullable ContactOrigin origin) implements FanEvent {

        /** Returns the registration of a fan by a call with the secret. */
        public FanRegistered(FanId fan, Profile profile, Consent consent) {
            this(fan, profile, consent, null);
        }
    }

    /**
     * The profile of a fan changed. The event holds the changed components only. In revision 1, only an empty text
     * could clear a component.
     *
     * @param cleared the names of the cleared components
     * @param origin the caller that gave the contacts among the changes; null for a call with the secret, as in all
     *     events before revision 3
     */
    @Revision("3")
    record FanProfileChanged(
            @PublishedValue FanId fan,
            Profile changes,
            @NotPersonal("names of components") @Nullable List<String> cleared,
            @Nullable ContactOrigin origin)
            implements Change<Profile> {

        public FanProfileChanged(FanId fan, Profile changes, @Nullable List<String> cleared) {
            this(fan, changes, cleared, null);
        }

        public static FanProfileChanged of(FanId fan, Patch<Profile> patch) {
            return of(fan, patch, null);
        }

        public static FanProfileChanged of(FanId fan, Patch<Profile> patch, @Nullable ContactOrigin origin) {
            return new FanProfileChanged(fan, patch.given(), patch.clearedNames(), origin);
        }
    }

    /**
     * A call with the secret wrote to a fan for the first time after public calls, or gave a contact that so far only a
     * public call or a session had given. From then on the fan is not made by public calls alone, and these contacts
     * count as given with the secret.
     */
    @Revision("1")
    record FanAdopted(@PublishedValue FanId fan, boolean isEmailGiven, boolean isPhoneGiven) implements FanEvent {}

    /**
     * Props that a fan set itself changed. The event holds the changed props only.
     *
     * @param changes texts by name; null for a prop that was removed. The fan chose the names, so they are personal.
     */
    @Revision("1")
    record FanPropsChanged(
            @PublishedValue FanId fan,
            @PersonalData @Nullable ObjectNode changes) implements FanEvent {}

    /**
     * A fan consented to something, withdrew a consent, or confirmed a contact. The event holds the changed components
     * only.
     *
     * @param cleared the names of the cleared flags
     */
    @Revision("2")
    record FanConsentChanged(
            @PublishedValue FanId fan,
            @PublishedValue Consent changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements Change<Consent> {

        public static FanConsentChanged of(FanId fan, Patch<Consent> patch) {
            return new FanConsentChanged(fan, patch.given(), patch.clearedNames());
        }
    }

    /** The password of a fan was set. */
    @Revision("1")
    record FanPasswordSet(
            @PublishedValue FanId fan,
            @Secret @PersonalData @Nullable String passwordHash) implements FanEvent {}

    /**
     * Staff changed its data about a fan. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("2")
    record FanCurated(
            @PublishedValue FanId fan,
            @PublishedValue Curation changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements Change<Curation>, Event.ManagementAction {

        public static FanCurated of(FanId fan, Patch<Curation> patch) {
            return new FanCurated(fan, patch.given(), patch.clearedNames());
        }

        @Override
        public String target() {
            return fan.toString();
        }
    }

    /**
     * Custom fields of a fan changed. The event holds the changed fields only.
     *
     * @param values the new values by key
     * @param keys the keys of the values, which stay readable after an erasure
     * @param cleared the keys of the cleared fields
     */
    @Revision("1")
    record FanFieldsChanged(
            @PublishedValue FanId fan,
            @PersonalData @Nullable ObjectNode values,

            @PublishedValue("field_keys") @NotPersonal("keys of fields, without a value")
            List<String> keys,

            @PublishedValue("cleared_field_keys") @NotPersonal("keys of fields, without a value")
            List<String> cleared)
            implements FanEvent {
        public FanFieldsChanged {
            keys = List.copyOf(keys);
            cleared = List.copyOf(cleared);
        }
    }

    /**
     * The tags of a fan changed. The event holds the changed tags only.
     *
     * @param added the ids of the added tags
     * @param removed the ids of the removed tags
     */
    @Revision("1")
    record FanTagsChanged(
            @PublishedValue FanId fan,
            @PublishedValue("added_tag_ids") List<Long> added,
            @PublishedValue("removed_tag_ids") List<Long> removed)
            implements FanEvent {
        public FanTagsChanged {
            added = List.copyOf(added);
            removed = List.copyOf(removed);
        }
    }

    /** A fan was erased: its key is destroyed, and all personal data in its events reads as null from then on. */
    @Revision("1")
    record FanErased(@PublishedValue FanId fan) implements FanEvent, Event.FinalEvent, Event.ManagementAction {

        @Override
        public String target() {
            return fan.toString();
        }
    }
}
