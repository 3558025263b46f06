package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.codec.PersonalValueReader;
import encore.infra.eventstore.sidetables.ClaimsTable.Action;
import encore.infra.eventstore.sidetables.ClaimsTable.ClaimRule;
import encore.kernel.NameKey;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions that make a claim's value of an event; claims.tsv names them in lower case, and docs/log-format.md
 * explains each. A claim is an HMAC of its value, so none of them may ever change. There are at most eight: a ninth
 * is a sign that a claim should be spelled like an existing one.
 */
public enum ClaimValue {
    /** The text at the path. An empty text clears the slot. With a slot for each value, a stream holds several. */
    TEXT(1),

    /** The text at the path as names are compared. */
    NAME(1),

    /** The network at the first path and the key at the second, each key unique in its network. */
    NETWORK_KEY(2),

    /** The values at the paths, with dots in between. */
    DOTTED(0),

    /** A ticket event's network and key, or its network, name, day and venue. */
    TICKET_EVENT(5),

    /**
     * A fan's name on a network; {@link HeldClaims} holds several of one stream. A third path limits the row to events that
     * have a value there. If it is the name of another stream, the claim comes from that stream.
     */
    IDENTIFIER(0),

    /** A fan's first activity in a campaign; {@link HeldClaims} knows the fans that have one. */
    FIRST_ENTRY(2),

    /** The codes of a registration, ticket or scan; {@link HeldCodes} moves them between streams. */
    CODES(0);

    private final int paths;

    /** @param paths how many a row has; 0 for any number */
    ClaimValue(int paths) {
        this.paths = paths;
    }

    /** @throws IllegalArgumentException for a row that the function cannot follow */
    void check(ClaimRule rule) {
        int given = rule.paths().size();
        boolean isIdentifier = this == IDENTIFIER && (given == 2 || given == 3);
        if (given == 0 || paths > 0 && given != paths || this == IDENTIFIER && !isIdentifier) {
            throw new IllegalArgumentException("The row has the wrong number of paths.");
        }
        boolean several = this == IDENTIFIER || this == CODES;
        boolean each = rule.slot().equals(ClaimRule.EACH);
        boolean putsEachText = this == TEXT && rule.action() == Action.PUT;
        if (several != each && !(each && putsEachText)) {
            throw new IllegalArgumentException(
                    "Identifiers, codes and texts that are put have a slot for each value, others one.");
        }
        boolean fits = switch (this) {
            case CODES -> rule.action() == Action.REPLACE;
            case IDENTIFIER -> rule.action() != Action.REPLACE;
            case FIRST_ENTRY -> rule.action() == Action.PUT;
            default -> rule.action() != Action.CLEAR;
        };
        if (!fits) {
            throw new IllegalArgumentException(
                    ClaimsTable.word(this) + " cannot be " + ClaimsTable.word(rule.action()) + ".");
        }
        if (this == CODES) {
            HeldCodes.check(rule.paths());
        }
    }

    /** Returns whether the event has the value: the text or number at the last path, by which the claim is known. */
    public boolean isGiven(ParsedEvent event, List<String> pointers) {
        return this == TICKET_EVENT || event.hasText(pointers.getLast());
    }

    /** Returns the value; null when a part of it is encrypted and its key is not at hand or destroyed. */
    public @Nullable String of(ParsedEvent event, List<String> pointers, @Nullable PersonalValueReader reader) {
        List<String> parts = new ArrayList<>(pointers.size());
        for (String pointer : pointers) {
            String part = event.value(pointer, reader);
            if (part == null) {
                return null;
            }
            parts.add(part);
        }
        return switch (this) {
            case TEXT -> parts.getFirst();
            case NAME -> NameKey.of(parts.getFirst()).text();
            case NETWORK_KEY -> TicketDetails.claimed(parts.get(0), parts.get(1));
            case DOTTED -> String.join(".", parts);
            case TICKET_EVENT ->
                TicketEventDetails.claimed(parts.get(0), parts.get(1), parts.get(2), parts.get(3), parts.get(4));
            case IDENTIFIER, FIRST_ENTRY, CODES -> throw new IllegalStateException(this + " depends on earlier events");
        };
    }
}
