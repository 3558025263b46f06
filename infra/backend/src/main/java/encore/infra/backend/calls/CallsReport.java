package encore.infra.backend.calls;

import encore.kernel.calls.CallSelection;
import encore.kernel.calls.FoundCalls;

/** A message of a gateway to the query node that joins all gateways. */
public sealed interface CallsReport {

    /**
     * The first message of a gateway.
     *
     * @param gateway its name, unique in the cluster
     */
    record Present(String gateway) implements CallsReport {}

    /**
     * The gateway asks all others.
     *
     * @param questionId unique among all gateways
     */
    record CallsRequested(String questionId, CallSelection selection) implements CallsReport {}

    /**
     * The gateway answers another one.
     *
     * @param asker the name of the gateway that asked
     */
    record Answered(String questionId, String asker, FoundCalls found) implements CallsReport {}
}
