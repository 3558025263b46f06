package encore.infra.backend.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.ControlMessage;
import encore.infra.backend.peer.PeerHandshake;
import encore.kernel.people.Role;
import io.rsocket.RSocket;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {

    @Test
    void a_gateway_of_a_build_that_knew_no_people_hears_nothing_of_them() {
        ControlMessage person = new ControlMessage.Person(7, "ada", Role.OWNER, 1, Set.of());
        ControlMessage key = new ControlMessage.KeyRevoked("k");
        assertThat(connection(null).reads(person)).isFalse();
        assertThat(connection(null).reads(key)).isTrue();
        assertThat(connection(true).reads(person)).isTrue();
        assertThat(connection(true).reads(key)).isTrue();
    }

    private static PeerConnection connection(@Nullable Boolean readsPeople) {
        PeerConnection connection = new PeerConnection(new RSocket() {});
        connection.accept(new PeerHandshake.Setup(PeerHandshake.VERSION, "gateway", new byte[16], readsPeople));
        return connection;
    }
}
