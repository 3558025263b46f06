package encore.kernel.requirements.rules;

import encore.kernel.quests.QuestType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the rules that an event may concern, without a look at the others. */
public final class RuleIndex {

    private RuleIndex() {}

    /** A rule in force, under its id; {@code isReady} once it was applied to the past, so that events may meet it. */
    public record RuleEntry(Rule rule, boolean isReady) {}

    /** The id of a rule that a kind of event concerns. */
    public record Trigger(String rule) {}

    public static void put(FactStore store, Rule rule, boolean isReady) {
        store.put(rule.id(), new RuleEntry(rule, isReady));
        triggers(rule).forEach(key -> store.put(key + rule.id(), new Trigger(rule.id())));
    }

    public static void remove(FactStore store, Rule rule) {
        store.remove(RuleEntry.class, rule.id());
        triggers(rule).forEach(key -> store.remove(Trigger.class, key + rule.id()));
    }

    /** Returns the rules under a prefix that events may meet. */
    static List<Rule> find(FactStore store, String trigger) {
        List<Rule> rules = new ArrayList<>();
        store.all(Trigger.class, trigger).forEach(found -> {
            Rule rule = ready(store, found.document().rule());
            if (rule != null) {
                rules.add(rule);
            }
        });
        return rules;
    }

    /** Returns the rule of an id if events may meet it; null for none. */
    public static @Nullable Rule ready(FactStore store, String id) {
        RuleEntry entry = store.get(RuleEntry.class, id);
        return entry == null || !entry.isReady() ? null : entry.rule();
    }

    /**
     * Returns the rules whose threshold is passed when a balance moves between two values.
     *
     * @param low the lower value, exclusive
     * @param high the higher value, inclusive
     */
    static List<Rule> between(FactStore store, long account, String pointUid, long low, long high) {
        String prefix = points(account, pointUid);
        String end = prefix + sortable(high) + "0";
        // Each key has a slash after its threshold, and '0' is the next character after the slash.
        String after = prefix + sortable(low) + "0";
        List<Rule> rules = new ArrayList<>();
        List<FactStore.KeyedFact<Trigger>> page;
        // An award rarely passes a threshold, and each document that is read costs as much as the award.
        int limit = 1;
        do {
            limit = Math.min(4 * limit, FactStore.PAGE);
            page = store.list(Trigger.class, prefix, after, limit);
            for (FactStore.KeyedFact<Trigger> found : page) {
                if (found.key().compareTo(end) > 0) {
                    return rules;
                }
                after = found.key();
                Rule rule = ready(store, found.document().rule());
                if (rule != null) {
                    rules.add(rule);
                }
            }
        } while (page.size() == limit);
        return rules;
    }

    private static List<String> triggers(Rule rule) {
        long account = rule.account();
        List<String> keys = new ArrayList<>();
        Condition condition = rule.condition();
        switch (condition.kind()) {
            case POINTS ->
                keys.add(points(account, Objects.requireNonNull(condition.pointUid())) + sortable(condition.points())
                        + "/");
            case QUESTS -> condition.quests().forEach(quest -> keys.add(completed(account, quest)));
            case TAG -> keys.add(tag(account, Objects.requireNonNull(condition.tag())));
            case NONE, NEVER -> {}
        }
        DeedCondition deed = rule.deed();
        if (deed == null) {
            keys.add(business(account, rule.businessId()));
            if (condition.kind() == Condition.Kind.POINTS && condition.points() <= 0) {
                keys.add(withoutPoints(account, rule.businessId()));
            }
        } else if (deed.target() != null) {
            keys.add(entry(account, deed.target()));
        } else if (deed.type() == QuestType.SCAN && deed.site() != null) {
            deed.groups().stream().distinct().forEach(group -> keys.add(scan(account, deed.site(), group)));
        }
        if (deed != null) {
            deed.links().forEach(link -> {
                keys.add(ticketEvent(account, link.event()));
                keys.add(ticketEvent(account, link.identity()));
            });
        }
        return keys;
    }

    static String points(long account, String pointUid) {
        return "points/" + account + "/" + pointUid + "/";
    }

    static String completed(long account, long quest) {
        return "completed/" + account + "/" + quest + "/";
    }

    static String tag(long account, String name) {
        return "tag/" + account + "/" + ascii(name) + "/";
    }

    static String business(long account, long business) {
        return "business/" + account + "/" + business + "/";
    }

    /** The rewards of a business that a fan without points meets. */
    static String withoutPoints(long account, long business) {
        return "without_points/" + account + "/" + business + "/";
    }

    static String entry(long account, long campaign) {
        return "entry/" + account + "/" + campaign + "/";
    }

    static String scan(long account, String site, String group) {
        return "scan/" + account + "/" + ascii(site) + "/" + ascii(group) + "/";
    }

    static String ticketEvent(long account, String eventOrIdentity) {
        return "event/" + account + "/" + ascii(eventOrIdentity) + "/";
    }

    static String ascii(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns 16 characters that sort as the numbers do, also below zero. */
    private static String sortable(long number) {
        return HexFormat.of().toHexDigits(number ^ Long.MIN_VALUE);
    }
}
