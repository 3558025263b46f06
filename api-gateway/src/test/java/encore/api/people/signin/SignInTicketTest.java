package encore.api.people.signin;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.authentication.ConsoleSeal;
import encore.api.keys.KeyRegistry;
import encore.kernel.people.PersonId;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SignInTicketTest {

    private static final Instant UNTIL = Instant.parse("2026-05-01T12:05:00Z");
    private static final SignInTicket TICKET = new SignInTicket(new PersonId(7, "0199-ada"), 4, 2, UNTIL);

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with();

    private final ConsoleSeal seal = new ConsoleSeal(GATEWAY.bean(KeyRegistry.class));

    @Test
    void a_ticket_is_good_until_its_end() {
        String text = TICKET.seal(seal);
        assertThat(SignInTicket.open(text, seal, UNTIL)).isEqualTo(TICKET);
        assertThat(SignInTicket.open(text, seal, UNTIL.plusMillis(1))).isNull();
    }

    @Test
    void a_ticket_with_any_other_letter_is_none() {
        String text = TICKET.seal(seal);
        for (int i = 0; i < text.length(); i++) {
            String forged = text.substring(0, i) + (text.charAt(i) == '1' ? '2' : '1') + text.substring(i + 1);
            assertThat(SignInTicket.open(forged, seal, UNTIL)).isNull();
        }
    }

    @Test
    void a_seal_of_another_kind_of_text_is_not_that_of_a_ticket() {
        String payload = "7.0199-ada.4.2." + UNTIL.getEpochSecond();
        assertThat(SignInTicket.open(payload + "." + seal.seal(payload), seal, UNTIL))
                .isNull();
    }
}
