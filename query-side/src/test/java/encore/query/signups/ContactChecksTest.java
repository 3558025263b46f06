package encore.query.signups;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanContactBuilder;
import encore.kernel.fans.FanQuery.FindContacts;
import encore.kernel.fans.FanQuery.FindFanByEmail;
import encore.kernel.fans.FanQuery.FindFanByPhone;
import encore.kernel.signups.CheckedContact;
import encore.kernel.signups.SignupQuery.CheckContacts;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContactChecksTest {

    private static final FanContact ANN = FanContactBuilder.builder()
            .fanId(42)
            .lastUpdateTimestamp(Instant.EPOCH)
            .firstName("Ann")
            .build();

    private final FakeQueryGateway queries = new FakeQueryGateway()
            .on(FindFanByEmail.class, query -> query.email().equals("ann@x.example") ? List.of(42L) : List.of())
            .on(FindFanByPhone.class, query -> query.phone().equals("+12025550101") ? List.of(42L) : List.of())
            .on(FindContacts.class, query -> query.fanIds().isEmpty() ? List.of() : List.of(ANN));
    private final ContactChecks checks = new ContactChecks(queries);

    @Test
    void the_email_is_looked_up_first_and_the_phone_only_if_nobody_has_it() {
        CheckedContact ann = new CheckedContact(42L, "Ann", null);
        assertThat(checks.find(new CheckContacts(7, "ann@x.example", "+12025550109")))
                .isEqualTo(ann);
        assertThat(queries.askedQueries).noneMatch(FindFanByPhone.class::isInstance);
        assertThat(checks.find(new CheckContacts(7, "new@x.example", "+12025550101")))
                .isEqualTo(ann);
        assertThat(checks.find(new CheckContacts(7, null, "+12025550101"))).isEqualTo(ann);
    }

    @Test
    void nobody_is_all_null() {
        assertThat(checks.find(new CheckContacts(7, "new@x.example", null))).isEqualTo(CheckedContact.NOBODY);
    }
}
