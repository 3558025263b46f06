package encore.kernel.identifiers;

import encore.kernel.Command;

/** Everything that can be asked of a fan's identifiers. The fan stood in the path. */
public sealed interface IdentifierCommand<R> extends Command<R> {

    IdentifiersId identifiers();

    @Override
    default IdentifiersId stream() {
        return identifiers();
    }

    /** Gives the fan a name on a network. One that it has already changes nothing; another fan's is refused. */
    record AddIdentifier(IdentifiersId identifiers, String network, String value)
            implements IdentifierCommand<IdentifiersChanged> {}

    /** Takes a name from the fan; one that it has not changes nothing. */
    record RemoveIdentifier(IdentifiersId identifiers, String network, String value)
            implements IdentifierCommand<IdentifiersChanged> {}

    /** Makes the fan's member id, once, and keeps it as an identifier too. */
    record AssignMemberId(IdentifiersId identifiers) implements IdentifierCommand<MemberId> {}

    /** Takes all names from a fan and frees them for others: what goes before erasing the fan. */
    record ForgetIdentifiers(IdentifiersId identifiers) implements IdentifierCommand<IdentifiersChanged> {}
}
