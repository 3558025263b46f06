package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Refusal;
import encore.kernel.passwords.PasswordLookupId;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PeopleCommand.RemovePerson;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import encore.kernel.people.links.LinkPage;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.links.PersonLink;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PersonCommand.AskForLink;
import encore.kernel.people.signin.PersonCommand.FindPersonPassword;
import encore.kernel.people.signin.PersonCommand.InviteAgain;
import encore.kernel.people.signin.PersonCommand.InvitePerson;
import encore.kernel.people.signin.PersonCommand.ReadLinkPage;
import encore.kernel.people.signin.PersonCommand.ReadLinkToken;
import encore.kernel.people.signin.PersonCommand.SetPasswordByLink;
import encore.kernel.people.signin.PersonCommand.SignInPerson;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.RecoveryCode;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.SignInAnswer.Result;
import encore.kernel.people.signin.StoredPersonPassword;
import encore.kernel.people.signin.StrangersEvent.StrangerRefused;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People on a real log: invitations, passwords, codes of an app, and sign-ins. */
class PeopleOnDiskTest {

    private static final LinkPlace PLACE = new LinkPlace(null, "The band");
    private static final TimeBasedOneTimePasswordGenerator CODES = new TimeBasedOneTimePasswordGenerator();

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side() {
        return SHARED.side();
    }

    @Test
    void an_owner_is_invited_sets_a_password_and_an_app_and_signs_in() throws Exception {
        PersonLink link = invited("ada@x.example", Role.OWNER);
        LinkPage page = side().send(new ReadLinkPage(link));
        assertThat(page.email()).isEqualTo("ada@x.example");
        assertThat(page.isInvitation()).isTrue();
        assertThat(page.needsCodes()).isTrue();
        List<String> recovery = RecoveryCode.generate();
        String secret = page.newSecret().secret();
        assertThat(setPassword(link, "$ada", newCodes(page, secret, 0, recovery)))
                .isEqualTo(PasswordAnswer.Result.SET);
        assertThatThrownBy(() -> side().send(new ReadLinkPage(link))).isInstanceOf(Refusal.class);

        StoredPersonPassword stored = find("ada@x.example");
        assertThat(stored).isEqualTo(new StoredPersonPassword(link.person().uid(), "$ada", 1));
        assertThat(signIn(stored, true, null).result()).isEqualTo(Result.NEEDS_CODE);
        assertThat(signIn(stored, true, code(secret, 3)).result())
                .as("a clock that is a minute and a half ahead")
                .isEqualTo(Result.REFUSED);
        String next = code(secret, 1);
        assertThat(signIn(stored, true, next).result()).isEqualTo(Result.SIGNED_IN);
        assertThat(signIn(stored, true, next).result()).isEqualTo(Result.REFUSED);
        String spoken = recovery.getFirst().replace("-", " ").toUpperCase(java.util.Locale.ROOT);
        assertThat(signIn(stored, true, spoken).standing().role()).isEqualTo(Role.OWNER);
        assertThat(signIn(stored, true, spoken).result()).isEqualTo(Result.REFUSED);
    }

    @Test
    void links_that_are_forged_replaced_or_of_another_person_are_refused_alike() {
        PersonLink link = invited("ada@x.example", Role.VIEWER);
        PersonLink other = invited("bob@x.example", Role.VIEWER);
        side().send(new InviteAgain(link.person(), PLACE));
        for (PersonLink wrong : List.of(
                link,
                new PersonLink(other.person(), 1, link.token()),
                new PersonLink(link.person(), 2, link.token()),
                new PersonLink(new PersonId(side().account() + 1, other.person().uid()), 1, other.token()),
                new PersonLink(new PersonId(side().account(), "nobody"), 1, other.token()))) {
            assertThatThrownBy(() -> side().send(new SetPasswordByLink(wrong, "$x", null, null)))
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.type()).isEqualTo("link-unknown");
                        assertThat(refusal.field()).isEqualTo("link");
                    });
        }
    }

    @Test
    void an_email_is_invited_once_and_again_after_its_person_was_erased() {
        PersonLink link = invited("ada@x.example", Role.VIEWER);
        assertThatThrownBy(() -> invite("ada@x.example", Role.OWNER))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("email"));
        side().send(new RemovePerson(link.person().people(), link.person().uid()));
        await(() -> events().stream().anyMatch(recorded -> recorded.event() instanceof PersonErased));
        assertThat(invited("ada@x.example", Role.VIEWER).person()).isNotEqualTo(link.person());
    }

    @Test
    void a_repeated_invitation_is_one_invitation() {
        String request = UUID.randomUUID().toString();
        MadeLink first = (MadeLink) side().send(request, "f", invitation("ada@x.example", Role.VIEWER))
                .answer();
        MadeLink second = (MadeLink) side().send(request, "f", invitation("ada@x.example", Role.VIEWER))
                .answer();
        assertThat(second).isEqualTo(first);
    }

    @Test
    void sign_ins_of_nobody_are_recorded_as_those_of_somebody() {
        PersonLink link = invited("ada@x.example", Role.VIEWER);
        setPassword(link, "$ada", null);
        int before = events().size();
        assertThat(signIn(find("ada@x.example"), false, null)).isEqualTo(SignInAnswer.refused(null));
        int ofSomebody = events().size() - before;
        assertThat(find("eve@x.example")).isEqualTo(StoredPersonPassword.OF_NOBODY);
        assertThat(signIn(find("eve@x.example"), false, null)).isEqualTo(SignInAnswer.refused(null));
        assertThat(events().size() - before).isEqualTo(2 * ofSomebody);
        assertThat(events().getLast().event()).isInstanceOf(StrangerRefused.class);
        side().send(new AskForLink(lookup(), "eve@x.example", PLACE));
        assertThat(events().getLast().event()).isInstanceOf(StrangerRefused.class);
    }

    @Test
    void somebody_who_has_not_accepted_cannot_sign_in_and_gets_no_other_link() {
        PersonLink link = invited("ada@x.example", Role.VIEWER);
        assertThat(signIn(find("ada@x.example"), true, null).result()).isEqualTo(Result.REFUSED);
        side().send(new AskForLink(lookup(), "ada@x.example", PLACE));
        assertThat(setPassword(link, "$ada", null)).isEqualTo(PasswordAnswer.Result.SET);
    }

    @Test
    void one_of_two_owners_stays_when_both_are_removed_at_once() {
        PersonLink ada = invited("ada@x.example", Role.OWNER);
        PersonLink bob = invited("bob@x.example", Role.OWNER);
        for (PersonLink link : List.of(ada, bob)) {
            LinkPage page = side().send(new ReadLinkPage(link));
            setPassword(link, "$x", newCodes(page, page.newSecret().secret(), 0, RecoveryCode.generate()));
        }
        long removed = List.of(ada, bob).stream()
                .map(link -> CompletableFuture.supplyAsync(() -> side().send(new RemovePerson(
                        link.person().people(), link.person().uid()))))
                .toList()
                .stream()
                .filter(PeopleOnDiskTest::succeeds)
                .count();
        assertThat(removed).isEqualTo(1);
    }

    private static boolean succeeds(CompletableFuture<?> command) {
        try {
            command.join();
            return true;
        } catch (CompletionException refused) {
            return false;
        }
    }

    @Test
    void a_restart_keeps_people_and_their_apps() {
        PersonLink link = invited("ada@x.example", Role.MARKETER);
        LinkPage page = side().send(new ReadLinkPage(link));
        setPassword(link, "$ada", newCodes(page, page.newSecret().secret(), 0, RecoveryCode.generate()));
        side().reopen();
        StoredPersonPassword stored = find("ada@x.example");
        assertThat(stored.passwordHash()).isEqualTo("$ada");
        assertThat(signIn(stored, true, code(page.newSecret().secret(), 1)).result())
                .isEqualTo(Result.SIGNED_IN);
        assertThat(side().send(new ReadStanding(
                                link.person().people(), link.person().uid()))
                        .mayEnter())
                .isTrue();
    }

    private PersonLink invited(String email, Role role) {
        MadeLink made = invite(email, role);
        PersonId person = new PersonId(side().account(), made.personUid());
        String token = side().send(new ReadLinkToken(person, made.generation())).token();
        return new PersonLink(person, made.generation(), token);
    }

    private MadeLink invite(String email, Role role) {
        return side().send(invitation(email, role));
    }

    private InvitePerson invitation(String email, Role role) {
        PersonId fresh = new PersonId(side().account(), UUID.randomUUID().toString());
        return new InvitePerson(fresh, email, "Ada", role, PLACE);
    }

    private PasswordAnswer.Result setPassword(PersonLink link, String hash, @Nullable NewCodes codes) {
        return side().send(new SetPasswordByLink(link, hash, null, codes)).result();
    }

    private static NewCodes newCodes(LinkPage page, String secret, int stepsAhead, List<String> recovery) {
        return new NewCodes(
                page.newSecret().generation(),
                code(secret, stepsAhead),
                recovery.stream().map(RecoveryCode::hashOf).toList());
    }

    private static String code(String secret, int stepsAhead) {
        try {
            return CODES.generateOneTimePasswordString(
                    new SecretKeySpec(new Base32().decode(secret), "HmacSHA1"),
                    Instant.now().plusSeconds(30L * stepsAhead));
        } catch (java.security.InvalidKeyException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private StoredPersonPassword find(String email) {
        return side().send(new FindPersonPassword(lookup(), email));
    }

    private SignInAnswer signIn(StoredPersonPassword stored, boolean isRight, @Nullable String code) {
        return side().send(new SignInPerson(lookup(), stored.personUid(), isRight, stored.number(), code, null));
    }

    private PasswordLookupId lookup() {
        return new PasswordLookupId(side().account(), UUID.randomUUID().toString());
    }

    private List<RecordedEvent> events() {
        return side().events();
    }
}
