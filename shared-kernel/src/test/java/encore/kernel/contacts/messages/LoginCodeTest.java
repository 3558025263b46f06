package encore.kernel.contacts.messages;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.contacts.CodeReference;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginCodeTest {

    private static final byte[] SECRET = new byte[32];
    private static final ContactId CONTACT = new ContactId(7, "c");

    @Test
    void a_code_has_six_digits_and_follows_from_secret_account_contact_and_request() {
        String code = codeOf(SECRET, CONTACT, "r");
        assertThat(code).matches("\\d{6}").isEqualTo(codeOf(SECRET.clone(), CONTACT, "r"));
        byte[] other = SECRET.clone();
        other[31] = 1;
        assertThat(Set.of(
                        code,
                        codeOf(other, CONTACT, "r"),
                        codeOf(SECRET, new ContactId(8, "c"), "r"),
                        codeOf(SECRET, new ContactId(7, "d"), "r"),
                        codeOf(SECRET, CONTACT, "s")))
                .hasSize(5);
    }

    private static String codeOf(byte[] secret, ContactId contact, String requestUid) {
        return LoginCode.of(secret, contact, requestUid).digits();
    }

    @Test
    void codes_of_many_requests_are_spread_over_all_numbers() {
        Set<String> codes = IntStream.range(0, 10_000)
                .mapToObj(i -> codeOf(SECRET, CONTACT, "r" + i))
                .collect(Collectors.toSet());
        assertThat(codes).hasSizeGreaterThan(9_900).allMatch(code -> code.length() == 6);
        assertThat(codes.stream().map(code -> code.charAt(0)).distinct()).hasSize(10);
    }

    @Test
    void a_name_ends_no_line_and_is_cut() {
        for (ContactKind kind : ContactKind.values()) {
            CodeMessage message = CodeMessage.of(kind, "A\r\nBcc: x@y.example\u2028\u0000" + "é".repeat(300), "012345");
            assertThat(message.subject())
                    .doesNotContain("\r", "\n", "\u2028", "\u0000")
                    .hasSizeLessThan(100);
            assertThat(message.text().lines().toList()).noneMatch(line -> line.startsWith("Bcc"));
            assertThat(message.text()).contains("012345");
            assertThat(CodeMessage.of(kind, " \n ", "012345").subject()).isEqualTo("Your code for your account");
        }
        assertThat(CodeMessage.of(ContactKind.EMAIL, "Acme", "012345")).hasToString("CodeMessage");
    }

    @Test
    void a_reference_is_read_as_it_was_written() {
        CodeReference reference = new CodeReference(17, "0192f3c1-aaaa");
        assertThat(CodeReference.parse(reference.toString())).isEqualTo(reference);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "1-",
                "-r",
                "0-r",
                "01-r",
                "r-1",
                "1-r/..",
                "1-r\n",
                "99999999999999999999-r",
                "1-\u0661"
            })
    void no_other_text_is_a_reference(String text) {
        assertThat(CodeReference.parse(text)).isNull();
    }
}
