package encore.kernel.requirements.rules;

import encore.kernel.fans.FanId;
import encore.kernel.requirements.FanStanding;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a {@link RuleFold}. Those of a fan have the key {@code <account>.<fan_id>/<rest>}; those of a rule and
 * a fan {@code <rule id>/<fan_id>}. A position says which event the document is of.
 */
public final class Facts {

    private Facts() {}

    /** The documents of the standings of fans. They do not depend on rules. */
    public static final List<Class<? extends Record>> STANDINGS = List.of(
            Balance.class,
            Completion.class,
            Issuance.class,
            IssuanceCount.class,
            FanTags.class,
            NamedTag.class,
            UnnamedTag.class,
            FirstLogin.class,
            FirstActivity.class,
            CodeHolder.class,
            FoundCode.class,
            Erased.class);

    /** The documents that a rule makes of them. Each carries the id of its rule in its key. */
    public static final List<Class<? extends Record>> OF_RULES =
            List.of(Gate.class, ReachedReward.class, Deed.class, HeldScan.class);

    /** A balance, by fan and point type. Automations keep it only of ledgers whose awards do not state it. */
    public record Balance(long points, long position) {}

    /** A completion, by fan and quest, with the time of its deed. */
    public record Completion(long position, Instant at) {}

    /** An issuance, by fan and reward. */
    public record Issuance(long position) {}

    /** The number of issuances, by the stream of the reward. */
    public record IssuanceCount(long count) {}

    /** The tags of a fan. */
    public record FanTags(List<Long> ids) {
        public FanTags {
            ids = List.copyOf(ids);
        }
    }

    /** The compared name of a tag, by its id. */
    public record NamedTag(String name) {}

    /** A tag that a fan has before its name is known, by tag and fan. */
    public record UnnamedTag(long position, Instant at) {}

    /** The first session of a fan, by fan and business. */
    public record FirstLogin(long position, Instant at) {}

    /** The first activity of a fan, by fan and business. */
    public record FirstActivity(long position, Instant at) {}

    /**
     * A registration or ticket, which holds codes, by its stream.
     *
     * @param event the stream or the identity of its ticket event; null for none
     * @param lookupAt when a registration with a lookup_id was made; null for others
     * @param position the position of the event that made it so
     */
    public record CodeHolder(
            long fanId, @Nullable String event, @Nullable Instant lookupAt, long position) {

        boolean isAs(@Nullable CodeHolder other) {
            return other != null && new CodeHolder(fanId, event, lookupAt, other.position).equals(other);
        }
    }

    /** The holder of a code that was scanned before, by the stream of the code. */
    public record FoundCode(String holder, long position) {}

    /** An erased fan. */
    public record Erased(long position) {}

    /**
     * Whether the fan meets the condition of a rule, and since when. There is none before the first change.
     *
     * @param at the time of the deed that changed it
     */
    public record Gate(boolean isOpen, long position, Instant at) {}

    /** A reward whose points the fan has, by fan and rule, until the fan has logged in and done something. */
    public record ReachedReward(String rule) {}

    /**
     * A deed that completes a quest as soon as the fan may do it; a third part of the key distinguishes several.
     *
     * @param position the last of the events that make it the fan's deed
     * @param order the position of the deed itself
     */
    public record Deed(long position, long order, Instant at, List<Long> causes) {
        public Deed {
            causes = List.copyOf(causes);
        }
    }

    /**
     * A scan that counts for a rule, if its holder and performance are right; by the holder, the rule and its position.
     *
     * @param ownEvent the identity of the event that the scanner sent; null for none
     * @param found the position at which the holder of its code became known; 0 when it was known before
     */
    public record HeldScan(
            String rule,
            long position,
            Instant at,
            @Nullable String ownEvent,
            long found) {}

    /** Returns the key of the tags and of the erasure of a fan. */
    public static String fan(FanId fan) {
        return fan.account() + "." + fan.number();
    }

    /**
     * Returns the key of a document of a fan.
     *
     * @param rest the point type, quest, reward or business
     */
    public static String of(FanId fan, Object rest) {
        return fan(fan) + "/" + rest;
    }

    /** Returns the key of the gate of a fan; those of its deeds begin with it and a slash. */
    public static String ofRule(Rule rule, long fanId) {
        return rule.id() + "/" + fanId;
    }

    /**
     * Returns the key of a deed of a fan.
     *
     * @param name distinguishes the deeds of a fan for one rule
     */
    static String deed(Rule rule, long fanId, Object name) {
        return ofRule(rule, fanId) + "/" + name;
    }

    /** The standing of a fan by these documents. Tiers are resolved in rules. */
    public record FoldedStanding(FactStore store, FanId fan) implements FanStanding {

        @Override
        public long balance(String pointUid) {
            Balance balance = store.get(Balance.class, of(fan, pointUid));
            return balance == null ? 0 : balance.points();
        }

        @Override
        public boolean hasCompleted(long pageTabId) {
            return store.get(Completion.class, of(fan, pageTabId)) != null;
        }

        @Override
        public boolean hasTag(String tagName) {
            FanTags tags = store.get(FanTags.class, Facts.fan(fan));
            return tags != null
                    && tags.ids().stream().anyMatch(id -> {
                        NamedTag named = store.get(NamedTag.class, fan.account() + "." + id);
                        return named != null && named.name().equals(tagName);
                    });
        }

        @Override
        public @Nullable Tier tier(String pointTierUid) {
            return null;
        }
    }
}
