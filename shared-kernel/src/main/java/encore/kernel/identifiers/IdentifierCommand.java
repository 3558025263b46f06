package encore.kernel.identifiers;

import encore.kernel.Command;
import encore.kernel.names.StoredName;
import encore.kernel.subscriptions.PartnerSubscriptions;

/** The commands of a fan's identifiers. The path names the fan, so an unknown one is refused as unknown. */
public sealed interface IdentifierCommand<R> extends Command<R> {

    IdentifiersId identifiers();

    @Override
    default IdentifiersId stream() {
        return identifiers();
    }

    /**
     * Gives the fan an identifier on a network. One that it has already changes nothing; one that another fan has is
     * refused.
     */
    record AddIdentifier(IdentifiersId identifiers, String network, String value)
            implements IdentifierCommand<ChangedIdentifiers> {}

    /** Removes an identifier from the fan. One that it does not have changes nothing. */
    record RemoveIdentifier(IdentifiersId identifiers, String network, String value)
            implements IdentifierCommand<ChangedIdentifiers> {}

    /** Assigns the member id of the fan, once, and stores it as an identifier as well. */
    record AssignMemberId(IdentifiersId identifiers) implements IdentifierCommand<MemberId> {}

    /** Answers the subscriptions of the users that the fan's identifiers name on the partner's network. It changes nothing. */
    @StoredName("TellPartnerSubscriptions")
    record ReadPartnerSubscriptions(IdentifiersId identifiers) implements IdentifierCommand<PartnerSubscriptions> {}

    /** Removes all identifiers from a fan and releases them for others. It is a step of the fan's erasure. */
    record ForgetIdentifiers(IdentifiersId identifiers) implements IdentifierCommand<ChangedIdentifiers> {}
}
