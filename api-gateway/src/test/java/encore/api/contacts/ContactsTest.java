package encore.api.contacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.problems.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContactsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-800-FLOWERS",
                "+49 30 CALLNOW",
                "tel:+49301234567",
                "tel:030-1234567;phone-context=+49",
                "+12125550123 ext. 5",
                "+12125550123x5",
                "+12125550123 доб. 5",
                "+12125550123#5",
                "+12125550123;ext=5",
                "+12125550123,,5",
                "+49 30 １２３４５６Ａ"
            })
    void letters_and_extensions_are_no_phone(String text) {
        assertThatThrownBy(() -> Contacts.phone(text, "US")).isInstanceOf(Problem.class);
    }

    @ParameterizedTest
    @CsvSource({
        "030 1234567, +49301234567",
        "(030) 1234-567, +49301234567",
        "٠٣٠ ١٢٣٤٥٦٧, +49301234567",
        "＋４９３０１２３４５６７, +49301234567",
        "0049 30/123 45 67, +49301234567"
    })
    void a_phone_is_read_as_people_write_it(String text, String phone) {
        assertThat(Contacts.phone(text, "DE")).isEqualTo(phone);
    }

    @ParameterizedTest
    @ValueSource(strings = {" 49301234567", "  030 1234567", " ٠٣٠1234567"})
    void a_blank_before_a_digit_may_be_a_plus_that_was_not_escaped(String text) {
        assertThatThrownBy(() -> Contacts.phone(text, "DE"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        wrong -> assertThat(wrong.errors().getFirst().message()).contains("%2B"));
    }

    @Test
    void other_space_around_a_phone_does_not_count() {
        assertThat(Contacts.phone(" +49301234567 ", null)).isEqualTo("+49301234567");
        assertThat(Contacts.phone("\t030 1234567\u00A0", "DE")).isEqualTo("+49301234567");
        assertThat(Contacts.phone(" (030) 1234567", "DE")).isEqualTo("+49301234567");
    }
}
