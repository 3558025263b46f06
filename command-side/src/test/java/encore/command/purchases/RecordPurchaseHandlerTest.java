package encore.command.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.RecordOwner;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.fans.FanCommand.FillInNamedFan;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.PurchaserBuilder;
import encore.kernel.purchases.RecordedPurchase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordPurchaseHandlerTest {

    private static final PurchaseId NEW = new PurchaseId(7, "new");
    private static final PurchaseId OLD = new PurchaseId(7, "old");
    private static final FanId MINTED = new FanId(7, 99);
    private static final FanId ANN = new FanId(7, 42);
    private static final PurchaseDetails DISC = PurchaseDetailsBuilder.builder()
            .network("shop")
            .purchaseKey("k1")
            .orderKey("o1")
            .merchantKey("m1")
            .build();
    private static final Purchaser REACHED = PurchaserBuilder.builder()
            .customerKey("c-1")
            .email("ann@fans.example")
            .build();
    private static final Purchaser CALLED =
            PurchaserBuilder.builder().customerKey("c-1").build();
    private static final Profile ANNS = Profile.reachableBy("ann@fans.example", null);

    private final HeldClaims claims = new HeldClaims();
    private final OpenStreams streams = new OpenStreams().open(ANN);
    private final Sent sent = new Sent();

    @Test
    void a_new_one_finds_or_makes_the_fan_before_it_is_recorded() {
        record(REACHED);
        assertThat(sent.commands)
                .containsExactly(
                        FindOrRegisterFan.ofNewRecord(MINTED, ANNS, Consent.EMPTY),
                        new AddPurchase(NEW, ANN, DISC, REACHED));
    }

    @Test
    void without_a_contact_the_customer_key_finds_a_fan_or_nobody() {
        record(CALLED);
        claims.held(new Claim(IdentifierName.SPACE, 7, IdentifierName.claimed("shop", "c-1")), new IdentifiersId(ANN));
        record(CALLED);
        streams.ended(ANN);
        record(CALLED);
        assertThat(sent.commands)
                .containsExactly(
                        new AddPurchase(NEW, null, DISC, CALLED),
                        new AddPurchase(NEW, ANN, DISC, CALLED),
                        new AddPurchase(NEW, null, DISC, CALLED));
    }

    @Test
    void a_fan_found_by_the_customer_key_gets_the_place_of_a_new_purchase() {
        Purchaser fromBonn = PurchaserBuilder.builder()
                .customerKey("c-1")
                .countryCode("DE")
                .city("Bonn")
                .build();
        claims.held(new Claim(IdentifierName.SPACE, 7, IdentifierName.claimed("shop", "c-1")), new IdentifiersId(ANN));
        record(fromBonn);
        assertThat(sent.commands)
                .containsExactly(
                        new FillInNamedFan(
                                ANN,
                                ProfileBuilder.builder()
                                        .countryCode("DE")
                                        .city("Bonn")
                                        .build(),
                                Consent.EMPTY),
                        new AddPurchase(NEW, ANN, DISC, fromBonn));
    }

    @Test
    void a_known_one_is_asked_first_and_nobody_is_looked_for() {
        claims.held(RecordOwner.keyClaim("purchase_key", 7, "shop", "k1"), OLD);
        record(REACHED);
        assertThat(sent.commands).containsExactly(new RepeatPurchase(OLD, null, DISC, REACHED, "new"));
    }

    @Test
    void one_with_another_contact_moves_to_that_fan_who_stays_as_he_is() {
        claims.held(RecordOwner.keyClaim("purchase_key", 7, "shop", "k1"), OLD);
        sent.hasAnother = true;
        record(REACHED);
        assertThat(sent.commands)
                .containsExactly(
                        new RepeatPurchase(OLD, null, DISC, REACHED, "new"),
                        FindOrRegisterFan.ofMovedRecord(MINTED, ANNS),
                        new RepeatPurchase(OLD, ANN, DISC, REACHED, "new"));
    }

    @Test
    void a_key_loses_its_line_end_and_keeps_its_blanks_unless_it_was_stored_otherwise() {
        record(withKey(" k1 \r\n"), REACHED);
        assertThat(sent.commands.getLast()).isEqualTo(new AddPurchase(NEW, ANN, withKey(" k1 "), REACHED));
        claims.held(RecordOwner.keyClaim("purchase_key", 7, "shop", " k1 \r\n"), OLD);
        record(withKey(" k1 \r\n"), REACHED);
        assertThat(sent.commands.getLast())
                .isEqualTo(new RepeatPurchase(OLD, null, withKey(" k1 \r\n"), REACHED, "new"));
    }

    private static PurchaseDetails withKey(String key) {
        return PurchaseDetailsBuilder.builder(DISC).purchaseKey(key).build();
    }

    private void record(Purchaser purchaser) {
        record(DISC, purchaser);
    }

    private void record(PurchaseDetails details, Purchaser purchaser) {
        RecordedPurchase answer = new RecordPurchaseHandler()
                .decide(new RecordPurchase(NEW, MINTED, details, purchaser), claims, streams, sent);
        assertThat(answer.purchaseKey()).isEqualTo("k1");
    }

    /** Answers as fans and purchases would. */
    private static final class Sent implements Dispatch {

        final List<Command<?>> commands = new ArrayList<>();
        boolean hasAnother;

        @Override
        @SuppressWarnings("unchecked") // Each kind of command has its answer.
        public <R> R sendLast(Command<R> command) {
            commands.add(command);
            if (hasAnother && command instanceof RepeatPurchase repeat && repeat.fan() == null) {
                throw RecordOwner.otherContactRefusal();
            }
            return (R) new RecordedPurchase("k1", null);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <R> R send(Command<R> command) {
            commands.add(command);
            return (R) new RegisteredFan(ANN.number());
        }
    }
}
