package encore.kernel.people;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The work of a person for an account: a fixed set of rights. A key pair may have one as its ceiling. */
public enum Role {
    /** May do everything, and alone looks after the people. */
    OWNER(EnumSet.allOf(Area.class), EnumSet.noneOf(Area.class), true),

    /** Works on campaigns, quests and content, and knows the fans. */
    MARKETER(
            EnumSet.of(
                    Area.FANS,
                    Area.CONTACTS,
                    Area.CAMPAIGNS,
                    Area.LOYALTY,
                    Area.POINTS,
                    Area.TICKETS,
                    Area.CONTENT,
                    Area.REPORTS,
                    Area.EXPORT),
            EnumSet.noneOf(Area.class),
            true),

    /** Leads shows and looks after what fans write. Sees no contacts. */
    MODERATOR(EnumSet.of(Area.LIVE, Area.MODERATION), EnumSet.of(Area.FANS), false),

    /** Connects other systems. Sees no contacts. */
    DEVELOPER(EnumSet.of(Area.WEBHOOKS, Area.KEYS, Area.REPORTS), EnumSet.of(Area.SYSTEM, Area.FANS), false),

    /** Reads everything and changes nothing. */
    AUDITOR(EnumSet.noneOf(Area.class), EnumSet.allOf(Area.class), true),

    /** Reads reports and lists. Sees no contacts. */
    VIEWER(
            EnumSet.noneOf(Area.class),
            EnumSet.of(
                    Area.FANS,
                    Area.CAMPAIGNS,
                    Area.LOYALTY,
                    Area.LIVE,
                    Area.MODERATION,
                    Area.TICKETS,
                    Area.CONTENT,
                    Area.REPORTS),
            false);

    private final Set<Area> changes;
    private final Set<Area> reads;
    private final boolean needsSecondFactor;

    Role(Set<Area> changes, Set<Area> readsOnly, boolean needsSecondFactor) {
        this.changes = changes;
        EnumSet<Area> all = EnumSet.copyOf(changes.isEmpty() ? readsOnly : changes);
        all.addAll(readsOnly);
        this.reads = all;
        this.needsSecondFactor = needsSecondFactor;
    }

    /** Whether the role contains a right. Who may change an area may also read it. */
    public boolean has(Right right) {
        return (right.isWrite() ? changes : reads).contains(right.area());
    }

    /** Whether the role sees how fans are reached: names, emails, phones, addresses. */
    public boolean seesContacts() {
        return reads.contains(Area.CONTACTS);
    }

    /** Whether a person with this role needs codes of an app to sign in, beside the password. */
    public boolean needsSecondFactor() {
        return needsSecondFactor;
    }

    /** Returns all rights in the order of the areas: what may be read, and what may be changed. */
    public List<Right> rights() {
        return Arrays.stream(Area.values())
                .flatMap(area -> Stream.of(new Right(area, false), new Right(area, true)))
                .filter(this::has)
                .toList();
    }

    /** Whether this role lacks a right that another one has. */
    public boolean lacksRightOf(Role other) {
        return !reads.containsAll(other.reads) || !changes.containsAll(other.changes);
    }

    /** Returns the spelling on the wire and in events. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
