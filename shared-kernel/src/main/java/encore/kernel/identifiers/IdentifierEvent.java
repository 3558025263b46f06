package encore.kernel.identifiers;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a fan's identifiers. */
public sealed interface IdentifierEvent extends Event {

    IdentifiersId identifiers();

    @Override
    default FanId subject() {
        return identifiers().fan();
    }

    /** A fan got an identifier on a network. */
    @Revision("1")
    record IdentifierAdded(
            IdentifiersId identifiers,
            @NotPersonal("the name of a network") String network,
            @PersonalData @Nullable String value)
            implements IdentifierEvent {}

    /** A fan lost an identifier. */
    @Revision("1")
    record IdentifierRemoved(
            IdentifiersId identifiers,
            @NotPersonal("the name of a network") String network,
            @PersonalData @Nullable String value)
            implements IdentifierEvent {}

    /** A fan lost all identifiers. */
    @Revision("1")
    record IdentifiersForgotten(IdentifiersId identifiers) implements IdentifierEvent {}
}
