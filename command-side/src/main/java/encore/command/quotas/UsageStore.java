package encore.command.quotas;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.EntryReader.Entry;
import encore.infra.eventstore.process.ProcessStore;
import encore.kernel.quotas.Quota;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stores what was counted, so that a start need not count the whole log. A lost or older store is no harm: the rest of the
 * log is counted again.
 */
final class UsageStore {

    private static final String CHECKPOINT = "checkpoint";
    private static final String ACCOUNT = "account.";
    private static final String TEXTS = "texts.";
    private static final int PAGE = 500;

    /** With so many entries of texts of an account they are joined at a start. */
    private static final int MAX_PARTS = 64;

    private static final int HASHES_OF_A_PART = 65_536;

    private final ProcessStore store;

    /** @param version the version of the rules by which was counted */
    private record Checkpoint(int version, long position) {}

    private record StoredUsage(
            Map<Quota, Long> counts, Map<Quota, Long> ownQuotas, Map<String, Integer> snapshotFans, long bytes) {}

    /** The usage of all accounts up to a position. */
    record Counted(long position, Map<Long, AccountUsage> accounts) {

        static final Counted NOTHING = new Counted(0, Map.of());
    }

    UsageStore(ProcessStore store) {
        this.store = store;
    }

    /**
     * Reads what was counted; nothing when the rules were other ones, or when the log ends before that position.
     *
     * @param head the last position of the log
     */
    Counted read(long head) {
        String text = store.get(CHECKPOINT);
        Checkpoint checkpoint = text == null ? null : EventJson.mapper().readValue(text, Checkpoint.class);
        if (checkpoint == null || checkpoint.version() != UsageOfEvents.VERSION || checkpoint.position() > head) {
            return Counted.NOTHING;
        }
        Map<Long, AccountUsage> accounts = new HashMap<>();
        for (Entry entry : all(ACCOUNT)) {
            StoredUsage stored = EventJson.mapper().readValue(entry.value(), StoredUsage.class);
            AccountUsage usage = new AccountUsage();
            usage.counts.putAll(stored.counts());
            usage.ownQuotas.putAll(stored.ownQuotas());
            usage.snapshotFans.putAll(stored.snapshotFans());
            usage.bytes = stored.bytes();
            accounts.put(Long.valueOf(entry.key().substring(ACCOUNT.length())), usage);
        }
        readTexts(accounts);
        return new Counted(checkpoint.position(), accounts);
    }

    private void readTexts(Map<Long, AccountUsage> accounts) {
        Map<String, List<String>> partsByOwner = new HashMap<>();
        for (Entry entry : all(TEXTS)) {
            String[] name = entry.key().split("\\.", 4);
            AccountUsage usage = accounts.get(Long.valueOf(name[1]));
            if (usage != null) {
                LongHashSet texts = usage.texts.computeIfAbsent(Quota.valueOf(name[2]), ignored -> new LongHashSet());
                for (long hash : decode(entry.value())) {
                    texts.add(hash);
                }
            }
            partsByOwner
                    .computeIfAbsent(TEXTS + name[1] + "." + name[2] + ".", ignored -> new ArrayList<>())
                    .add(entry.key());
        }
        partsByOwner.forEach((prefix, parts) -> {
            if (parts.size() > MAX_PARTS && store.acquireLease().isHeldHere()) {
                String[] name = prefix.split("\\.");
                AccountUsage usage = accounts.get(Long.valueOf(name[1]));
                join(prefix, parts, usage == null ? null : usage.texts.get(Quota.valueOf(name[2])));
            }
        });
    }

    private void join(String prefix, List<String> parts, @Nullable LongHashSet texts) {
        Map<String, @Nullable String> changes = new HashMap<>();
        parts.forEach(part -> changes.put(part, null));
        long[] hashes = texts == null ? new long[0] : texts.toArray();
        for (int from = 0; from < hashes.length; from += HASHES_OF_A_PART) {
            changes.put(
                    prefix + "joined-" + from,
                    encode(Arrays.copyOfRange(hashes, from, Math.min(hashes.length, from + HASHES_OF_A_PART))));
        }
        store.commit(changes);
    }

    private List<Entry> all(String prefix) {
        List<Entry> all = new ArrayList<>();
        List<Entry> page = store.list(prefix, null, PAGE);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = store.list(prefix, page.getLast().key(), PAGE);
        }
        return all;
    }

    /**
     * Writes what changed since the last call, in one commit. Called by the thread that counts.
     *
     * @param anew whether nothing of what is stored counts any more
     */
    void write(long position, Map<Long, AccountUsage> accounts, boolean anew) {
        if (!store.acquireLease().isHeldHere()) {
            return;
        }
        Map<String, @Nullable String> changes = new HashMap<>();
        if (anew) {
            all(ACCOUNT).forEach(entry -> changes.put(entry.key(), null));
            all(TEXTS).forEach(entry -> changes.put(entry.key(), null));
        }
        List<AccountUsage> written = new ArrayList<>();
        accounts.forEach((account, usage) -> {
            synchronized (usage) {
                if (usage.isChanged) {
                    written.add(usage);
                    changes.put(ACCOUNT + account, EventJson.mapper().writeValueAsString(stored(usage)));
                    usage.newTexts.forEach((quota, hashes) -> {
                        changes.put(TEXTS + account + "." + quota.name() + "." + position, encode(hashes.toArray()));
                    });
                }
            }
        });
        changes.put(CHECKPOINT, EventJson.mapper().writeValueAsString(new Checkpoint(UsageOfEvents.VERSION, position)));
        store.commit(changes);
        for (AccountUsage usage : written) {
            synchronized (usage) {
                usage.isChanged = false;
                usage.newTexts.clear();
            }
        }
    }

    private static StoredUsage stored(AccountUsage usage) {
        return new StoredUsage(
                new EnumMap<>(usage.counts),
                new EnumMap<>(usage.ownQuotas),
                Map.copyOf(usage.snapshotFans),
                usage.bytes);
    }

    private static String encode(long[] hashes) {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Long.BYTES);
        bytes.asLongBuffer().put(hashes);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private static long[] decode(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        long[] hashes = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(hashes);
        return hashes;
    }
}
