package encore.api.outbound;

import encore.infra.backend.egress.EgressClient;
import encore.infra.backend.egress.EgressClient.CallBounds;
import encore.infra.backend.egress.EgressFailure;
import encore.infra.backend.egress.EgressRules;
import encore.infra.backend.egress.EgressSettings;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The gateway's client of foreign hosts ({@link EgressClient}). */
@Component
public class OutboundClient implements DisposableBean {

    private final EgressClient client;

    OutboundClient(EgressSettings settings) {
        client = new EgressClient(EgressRules.of(settings));
    }

    /** Reads a resource for an account; fails with an {@link EgressFailure}. */
    public Mono<byte[]> get(long account, String url, CallBounds bounds) {
        return client.get(account, url, bounds);
    }

    @Override
    public void destroy() {
        client.close();
    }
}
