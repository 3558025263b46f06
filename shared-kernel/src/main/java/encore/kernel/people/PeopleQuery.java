package encore.kernel.people;

import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about an account's people. */
public sealed interface PeopleQuery<R> extends Query<R> {

    long account();

    /** All people, in the order in which they were invited. */
    record FindPeople(long account) implements PeopleQuery<List<Person>> {}

    record FindPerson(long account, String personUid) implements PeopleQuery<Person> {}

    /** The access to the console beside people. */
    record FindConsoleAccess(long account) implements PeopleQuery<ConsoleAccess> {}

    /** The names of those who act for an account now: key pairs and people. */
    record FindActorNames(long account) implements PeopleQuery<ActorNames> {}
}
