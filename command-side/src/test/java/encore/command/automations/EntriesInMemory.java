package encore.command.automations;

import encore.command.Awaiting;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.ProcessStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A store that the tests look into, and of which another may become the owner. */
final class EntriesInMemory implements ProcessStore {

    final TreeMap<String, String> entries = new TreeMap<>();
    final Set<String> notes = new HashSet<>();
    /** Reads since the start. */
    int reads;

    /** The most commands that one commit added to the outbox. */
    long mostSent;

    /** How long each read takes, in milliseconds, as one over a network. */
    volatile long readTakes;

    /** The longest time without a sign of the owner, in nanoseconds. */
    long longestSilence;

    private long heardAt = System.nanoTime();
    private long term = 1;
    private boolean elsewhere;

    /** Another owns it from now on, or no longer. */
    synchronized void elsewhere(boolean now) {
        elsewhere = now;
        term++;
    }

    @Override
    public synchronized Lease acquireLease() {
        longestSilence = Math.max(longestSilence, System.nanoTime() - heardAt);
        heardAt = System.nanoTime();
        return elsewhere ? new Lease(0, "another", notes) : new Lease(term, "this", notes);
    }

    @Override
    public Lease currentLease() {
        return acquireLease();
    }

    @Override
    public void release() {}

    @Override
    public String get(String key) {
        Awaiting.sleep(Duration.ofMillis(readTakes));
        synchronized (this) {
            reads++;
            return entries.get(key);
        }
    }

    @Override
    public synchronized List<Entry> list(String prefix, String after, int limit) {
        reads++;
        return entries.subMap(prefix, true, EntryReader.prefixEnd(prefix), false).entrySet().stream()
                .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
                .limit(limit)
                .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public synchronized void commit(Map<String, String> changes) {
        if (elsewhere) {
            throw new NotOwner("this");
        }
        mostSent = Math.max(
                mostSent,
                changes.entrySet().stream()
                        .filter(change -> change.getKey().startsWith("outbox/") && change.getValue() != null)
                        .count());
        changes.forEach((key, value) -> {
            if (value == null) {
                entries.remove(key);
            } else {
                entries.put(key, value);
            }
        });
    }

    @Override
    public synchronized void addNote(String note) {
        notes.add(note);
    }

    @Override
    public synchronized void removeNote(String note) {
        notes.remove(note);
    }

    synchronized TreeMap<String, String> copy() {
        return new TreeMap<>(entries);
    }

    /** The owner finds what a power cut has left: the entries of a while ago. */
    synchronized void replace(Map<String, String> earlier) {
        entries.clear();
        entries.putAll(earlier);
        term++;
    }

    synchronized int reads() {
        return reads;
    }

    synchronized void lose() {
        entries.clear();
        term++;
    }
}
