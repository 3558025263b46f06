package encore.query.fans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FansWithDetailsTest {

    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final Fan FAN =
            StoredFan.registered(7, 42, 1, MADE, Profile.EMPTY, Consent.EMPTY).toFan(true, null);

    private final FakeQueryGateway questions = new FakeQueryGateway()
            .on(FindFan.class, query -> FAN)
            .on(FindConnectedFans.class, query -> List.of(new ConnectedFan(43, ConnectionStatus.APPROVED, true, MADE)))
            .on(FindIdentifiers.class, query -> List.of(new FanIdentifier(7, 42, "chirp", "jo", MADE)));
    private final FansWithDetails fans = new FansWithDetails(questions);

    @Test
    void a_fan_comes_with_who_is_connected_by_approval_and_its_names_elsewhere() {
        assertThat(fans.find(new FindFanDetails(7, 42)))
                .isEqualTo(new FanDetails(FAN, List.of(43L), List.of(new FanDetails.Identifier("chirp", "jo"))));
        assertThat(questions.askedQueries)
                .containsExactly(
                        new FindFan(7, 42),
                        new FindConnectedFans(7, 42, Set.of(ConnectionStatus.APPROVED), null),
                        new FindIdentifiers(7, List.of(42L)));
    }

    @Test
    void of_an_unknown_fan_nothing_else_is_asked() {
        questions.on(FindFan.class, query -> {
            throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no such fan.");
        });
        assertThatThrownBy(() -> fans.find(new FindFanDetails(7, 44))).isInstanceOf(Refusal.class);
        assertThat(questions.askedQueries).hasSize(1);
    }
}
