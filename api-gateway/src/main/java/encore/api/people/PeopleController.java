package encore.api.people;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.contacts.Contacts;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.people.PeopleCommand.RemovePerson;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import encore.kernel.people.signin.PersonCommand.ChangePerson;
import encore.kernel.people.signin.PersonCommand.InviteAgain;
import encore.kernel.people.signin.PersonCommand.InvitePerson;
import encore.kernel.people.signin.PersonCommand.RemoveCodes;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Invites, shows, changes and removes the people of an account. A pair needs all scopes and no role for it. */
@RestController
@Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/people")
class PeopleController {

    private static final String ONE = "/{person_uid}";
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]{1,64}");

    record Invite(
            @Format(Format.EMAIL) @NotBlank @Size(max = 255) String email,
            @NotBlank @Size(max = 255) String name,
            Role role) {

        InvitePerson command(long account, PersonInvitations invitations, ServerHttpRequest request) {
            String normal = Contacts.email(email);
            if (normal == null || normal.isEmpty()) {
                throw Problem.input("email", ErrorCode.FORMAT, "must be an email address");
            }
            PersonId person = new PersonId(account, Ids.uid());
            return new InvitePerson(person, normal, name.strip(), role, invitations.place(request, account));
        }

        @Override
        public String toString() {
            return "Invite[" + role + "]";
        }
    }

    record One(String personUid) {
        One {
            if (!UID.matcher(personUid).matches()) {
                throw Problem.unknown();
            }
        }
    }

    record Change(
            @Nullable @Size(min = 1, max = 255) String name,
            @Nullable Role role,

            @Description("A disabled person cannot sign in. It can be undone.") @Nullable
            Boolean isDisabled) {

        @Override
        public String toString() {
            return "Change[" + role + ", " + isDisabled + "]";
        }
    }

    private final Backend backend;
    private final KnownPeople knownPeople;
    private final PersonInvitations invitations;

    PeopleController(Backend backend, KnownPeople knownPeople, PersonInvitations invitations) {
        this.backend = backend;
        this.knownPeople = knownPeople;
        this.invitations = invitations;
    }

    @Description("Lists the people of the account, in the order in which they were invited")
    @GetMapping
    Mono<List<Person>> listPeople(Caller caller) {
        return backend.ask(caller, new FindPeople(caller.account()));
    }

    @Description("Finds a person of the account")
    @GetMapping(ONE)
    Mono<Person> findPerson(Caller caller, @Params One in) {
        return backend.ask(caller, new FindPerson(caller.account(), in.personUid()));
    }

    @Description("Invites a person by mail; the link is answered, once, only where no mail can be sent")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @PostMapping
    Mono<InvitedPerson> invitePerson(Caller caller, ServerHttpRequest request, @Params(strict = true) Invite in) {
        return backend.send(caller, in.command(caller.account(), invitations, request))
                .flatMap(link -> invitations.answer(caller, request, link));
    }

    @Description("Invites a person again who has not accepted yet; the former link ends")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @PostMapping(ONE + "/invitation")
    Mono<InvitedPerson> invitePersonAgain(Caller caller, ServerHttpRequest request, @Params One in) {
        var command = new InviteAgain(person(caller, in), invitations.place(request, caller.account()));
        return backend.send(caller, command).flatMap(link -> invitations.answer(caller, request, link));
    }

    @Description("Changes a person's name or role, or disables the person; a role with fewer rights ends all sessions")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @PostMapping(ONE)
    Mono<Person> changePerson(Caller caller, @Params One one, @Params(strict = true) Change in) {
        PersonId person = person(caller, one);
        return backend.send(caller, new ChangePerson(person, in.name(), in.role(), in.isDisabled()))
                .then(Mono.defer(() -> backend.ask(caller, new FindPerson(caller.account(), person.uid()))))
                .flatMap(found -> knownPeople.whenAs(person, found).thenReturn(found));
    }

    @Description("Removes a person for ever: the personal data are destroyed")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @DeleteMapping(ONE)
    Mono<Boolean> removePerson(Caller caller, @Params One in) {
        PersonId person = person(caller, in);
        return backend.send(caller, new RemovePerson(person.people(), person.uid()))
                .then(knownPeople.whenGone(person))
                .thenReturn(true);
    }

    @Description("Takes a person's app away, who then sets one up at the next sign-in if the role needs it")
    @Access(scope = "manage", area = Area.PEOPLE, lock = Lock.SECRET, fresh = true)
    @DeleteMapping(ONE + "/codes")
    Mono<Boolean> removePersonCodes(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveCodes(person(caller, in))).thenReturn(true);
    }

    @Description("Ends all sessions of a person, on every gateway within a second")
    @DeleteMapping(ONE + "/sessions")
    Mono<Boolean> endPersonSessions(Caller caller, @Params One in) {
        PersonId person = person(caller, in);
        return knownPeople.endSessions(caller, person).thenReturn(true);
    }

    private static PersonId person(Caller caller, One in) {
        return new PersonId(caller.account(), in.personUid());
    }
}
