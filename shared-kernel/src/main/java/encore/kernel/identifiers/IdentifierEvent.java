package encore.kernel.identifiers;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a fan's identifiers. */
public sealed interface IdentifierEvent extends Event {

    IdentifiersId identifiers();

    @Override
    default FanId subject() {
        return identifiers().fan();
    }

    /**
     * A fan got an identifier on a network.
     *
     * @param codeFrom of an identifier that is a code too: the stream that held the code until now, which is the fan's own
     *     if nothing did; null for any other identifier
     */
    @Revision("2")
    record IdentifierAdded(
            @PublishedValue IdentifiersId identifiers,

            @PublishedValue @NotPersonal("the name of a network")
            String network,

            @PersonalData @Nullable String value,

            @Secret @NotPersonal("the name of a stream") @Nullable
            String codeFrom)
            implements IdentifierEvent {}

    /**
     * A fan lost an identifier.
     *
     * @param isCode true for an identifier that was a code too; null for any other
     */
    @Revision("2")
    record IdentifierRemoved(
            @PublishedValue IdentifiersId identifiers,

            @PublishedValue @NotPersonal("the name of a network")
            String network,

            @PersonalData @Nullable String value,
            @Nullable Boolean isCode)
            implements IdentifierEvent {}

    /** A fan lost all identifiers. */
    @Revision("1")
    record IdentifiersForgotten(@PublishedValue IdentifiersId identifiers) implements IdentifierEvent {}
}
