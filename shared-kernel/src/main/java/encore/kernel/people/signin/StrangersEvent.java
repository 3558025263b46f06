package encore.kernel.people.signin;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Events of sign-ins with emails that nobody has. */
public sealed interface StrangersEvent extends Event {

    /** Somebody tried to sign in with an email that nobody has. */
    @Revision("1")
    record StrangerRefused(StrangersId strangers) implements StrangersEvent {}
}
