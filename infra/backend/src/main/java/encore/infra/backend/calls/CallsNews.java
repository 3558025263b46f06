package encore.infra.backend.calls;

import encore.kernel.calls.CallSelection;
import encore.kernel.calls.FoundCalls;
import java.util.List;

/** A message of the query node that joins all gateways to one of them. */
public sealed interface CallsNews {

    /** Another gateway asks. */
    record Question(String questionId, String asker, CallSelection selection) implements CallsNews {}

    /**
     * The question of this gateway was passed on. It comes before the first answer.
     *
     * @param asked the names of the other gateways
     * @param gone the names of gateways that ended lately, whose calls nobody can answer
     */
    record PassedOn(String questionId, List<String> asked, List<String> gone) implements CallsNews {

        public PassedOn {
            asked = List.copyOf(asked);
            gone = List.copyOf(gone);
        }
    }

    /** Another gateway answered. */
    record Answer(String questionId, String gateway, FoundCalls found) implements CallsNews {}
}
