package encore.api.people;

import encore.api.people.signin.LinkPlaces;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.LinkToken;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.PersonCommand.ReadLinkToken;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Answers invitations: with the link where it is not sent by mail, so that the inviter hands it over. */
@Component
class PersonInvitations {

    private final Backend backend;
    private final LinkPlaces linkPlaces;

    PersonInvitations(Backend backend, LinkPlaces linkPlaces) {
        this.backend = backend;
        this.linkPlaces = linkPlaces;
    }

    LinkPlace place(ServerHttpRequest request, long account) {
        return linkPlaces.of(request, account);
    }

    Mono<InvitedPerson> answer(Caller caller, ServerHttpRequest request, MadeLink link) {
        Mono<Person> found = backend.ask(caller, new FindPerson(caller.account(), link.personUid()));
        if (link.isMailed()) {
            return found.map(person -> new InvitedPerson(person, null));
        }
        PersonId id = new PersonId(caller.account(), link.personUid());
        return backend.send(caller.forLookUp(), new ReadLinkToken(id, link.generation()))
                .map(LinkToken::token)
                .map(token -> linkPlaces.url(request, id, link.generation(), token))
                .flatMap(url -> found.map(person -> new InvitedPerson(person, url)));
    }
}
