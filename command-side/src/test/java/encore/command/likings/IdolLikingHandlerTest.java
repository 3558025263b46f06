package encore.command.likings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.FindOrAddIdol;
import encore.kernel.likings.AddedIdolFans;
import encore.kernel.likings.IdolFan;
import encore.kernel.likings.IdolFan.NetworkIdentity;
import encore.kernel.likings.LikedIdol;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingCommand.AddIdolFans;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeAsIdentified;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeNamedIdol;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingsId;
import encore.kernel.likings.NamedIdol;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdolLikingHandlerTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final LikingsId HERS = new LikingsId(ANN);
    private static final NamedIdol ADA = new NamedIdol(new IdolId(7, "new"), "Ada");

    private final AggregateUnderTest.OpenStreams streams =
            new AggregateUnderTest.OpenStreams().open(ANN).open(new IdolId(7, "old"));
    private final AggregateUnderTest.HeldClaims claims =
            new AggregateUnderTest.HeldClaims().held(new Claim("idol_name", 7, "bea"), new IdolId(7, "old"));
    private final Sent sent = new Sent();
    private final IdolLikingHandler liked = new IdolLikingHandler();

    @Test
    void an_idol_of_the_account_is_added() {
        liked.decide(new LikeIdol(HERS, new IdolId(7, "old"), false), streams, sent);
        assertThat(sent.commands).isEqualTo(List.of(new AddFanIdols(HERS, List.of("old"), false)));
        refused("idol_uid", () -> liked.decide(new LikeIdol(HERS, new IdolId(7, "none"), true), streams, sent));
    }

    @Test
    void a_name_is_found_or_made_first_unless_there_is_no_such_fan() {
        liked.decide(new LikeNamedIdol(HERS, ADA, true), streams, sent);
        assertThat(sent.commands)
                .isEqualTo(
                        List.of(new FindOrAddIdol(ADA.idol(), "Ada"), new AddFanIdols(HERS, List.of("found"), true)));
        streams.ended(ANN);
        refused(null, () -> liked.decide(new LikeNamedIdol(HERS, ADA, true), streams, sent));
        assertThat(sent.commands).hasSize(2);
    }

    @Test
    void only_a_name_that_is_known_is_taken_away() {
        liked.decide(new DislikeNamedIdol(HERS, " BEA"), streams, claims, sent);
        assertThat(sent.commands).isEqualTo(List.of(new RemoveFanIdol(HERS, "old", null)));
        refused("idol_name", () -> liked.decide(new DislikeNamedIdol(HERS, "Ada"), streams, claims, sent));
    }

    @Test
    void the_fan_comes_before_its_idols() {
        var find = new FindOrRegisterFan(
                new FanId(7, 99), Profile.reachableBy("ann@x.example", null), Consent.EMPTY, null);
        liked.decide(new RegisterFanWithIdols(find, List.of(ADA, ADA), true), claims, streams, sent);
        var idol = new FindOrAddIdol(ADA.idol(), "Ada");
        assertThat(sent.commands)
                .isEqualTo(List.of(find, idol, idol, new AddFanIdols(HERS, List.of("found", "found"), true)));
    }

    @Test
    void a_name_on_a_network_finds_a_fan_and_makes_none() {
        claims.held(new Claim("identifier", 7, "4:banduser"), new IdentifiersId(ANN));
        var account = new AccountId(7);
        liked.decide(
                new LikeAsIdentified(account, new NetworkIdentity("band", "user"), List.of(ADA), false),
                streams,
                claims,
                sent);
        assertThat(sent.commands.getLast()).isEqualTo(new AddFanIdols(HERS, List.of("found"), false));
        var unknown = new LikeAsIdentified(account, new NetworkIdentity("band", "nobody"), List.of(ADA), false);
        refused("user_key", () -> liked.decide(unknown, streams, claims, sent));
        streams.ended(ANN);
        var erased = new LikeAsIdentified(account, new NetworkIdentity("band", "user"), List.of(ADA), false);
        refused("user_key", () -> liked.decide(erased, streams, claims, sent));
    }

    @Test
    void a_row_that_is_refused_holds_up_no_other() {
        var find = new FindOrRegisterFan(
                new FanId(7, 99), Profile.reachableBy("ann@x.example", null), Consent.EMPTY, null);
        var byContact = new IdolFan(3, find, null, List.of(ADA), true);
        var byKey = new IdolFan(1, null, new NetworkIdentity("band", "nobody"), List.of(ADA), true);
        var dispatch = new Sent() {
            @Override
            @SuppressWarnings("unchecked")
            public <R> R send(Command<R> command) {
                if (command instanceof LikeAsIdentified) {
                    throw new Refusal(Refusal.Kind.RULE, "unknown-user-key", "user_key", "Nobody.");
                }
                return (R) new LikedIdols(42, List.of("a", "b"));
            }
        };
        var done =
                new AddIdolFansHandler().decide(new AddIdolFans(new AccountId(7), List.of(byKey, byContact)), dispatch);
        assertThat(done)
                .isEqualTo(new AddedIdolFans(
                        new AddedIdolFans.Inserted(2, List.of(new LikedIdol(42, "a"), new LikedIdol(42, "b"))),
                        List.of(new AddedIdolFans.Failed(1, "Nobody."))));
    }

    private static void refused(String field, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo(field));
    }

    /** Notes what is sent. */
    private static class Sent implements Dispatch {

        private final List<Command<?>> commands = new ArrayList<>();

        @Override
        @SuppressWarnings("unchecked")
        public <R> R sendLast(Command<R> command) {
            commands.add(command);
            return (R) new LikedIdols(42, List.of());
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            commands.add(command);
            return (R) (command instanceof FindOrAddIdol ? new IdolUid("found") : new RegisteredFan(42));
        }
    }
}
