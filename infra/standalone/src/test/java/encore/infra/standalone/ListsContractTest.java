package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.infra.standalone.ListUnderTest.Change;
import encore.infra.standalone.ListUnderTest.Show;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.kernel.Command;
import encore.kernel.MessageTypes;
import encore.kernel.Patch;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/** The contract of the lists whose items share one stream, through both sides. {@link KeyedLists} declares the lists. */
@RunsOn(value = Arrangement.EMBEDDED, because = "commands and queries go to the sides in this JVM")
class ListsContractTest extends Journey {

    private static final int AT_ONCE = 32;

    private Show show = new Show(api, 0, 0);
    private Caller caller = new Caller(0, "", RequestContext.defaults());

    static List<ListUnderTest<?>> lists() {
        return KeyedLists.all();
    }

    @BeforeEach
    void the_account_has_a_show() {
        long campaign = api.campaign("Gala", "fanxp");
        long account = api.get("/api/v1/manage/operations")
                .mustBe(200)
                .body()
                .at("/data/0")
                .get("account_id")
                .asLong();
        show = new Show(api, account, campaign);
        caller = new Caller(account, "key:test", RequestContext.defaults());
    }

    @Test
    void every_list_is_declared_with_the_commands_that_its_events_allow() {
        Set<Class<?>> declared = lists().stream().map(list -> list.events).collect(Collectors.toSet());
        Set<Class<?>> existing = MessageTypes.of(ListEvent.class).stream()
                .flatMap(event -> Arrays.stream(event.getInterfaces()))
                .filter(kind -> kind.isSealed() && ListEvent.class.isAssignableFrom(kind))
                .collect(Collectors.toSet());
        assertThat(declared).isEqualTo(existing);
        for (ListUnderTest<?> list : lists()) {
            assertThat(hasEvent(list, ListEvent.Changed.class)).as("%s", list).isEqualTo(list.change != null);
            assertThat(hasEvent(list, ListEvent.Removed.class)).as("%s", list).isEqualTo(list.remove != null);
        }
    }

    private static boolean hasEvent(ListUnderTest<?> list, Class<?> kind) {
        return Arrays.stream(list.events.getPermittedSubclasses()).anyMatch(kind::isAssignableFrom);
    }

    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void an_item_is_added_once_for_each_key(ListUnderTest<T> list) {
        T first = list.item.apply("1");
        assertThat(send(list.add.apply(show, first))).isEqualTo(first);
        assertThat(one(list, "1")).isEqualTo(first);
        T second = add(list, "2");
        assertThat(all(list)).containsExactly(first, second);
        nothingIsRecorded(
                list,
                () -> isRefused(list.thing + "-exists", list.keyParameter, () -> send(list.add.apply(show, first))));
        assertThat(all(list)).containsExactly(first, second);
    }

    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void each_component_changes_or_is_declared_to_stay(ListUnderTest<T> list) {
        Set<String> tried = new TreeSet<>(Set.of(list.componentNames().getFirst()));
        for (Change<T> change : list.changes) {
            T before = present(list, change.before().apply(show));
            Object value = change.value().apply(show);
            T after = list.with(before, change.component(), value);
            assertThat(after).as(change.component()).isNotEqualTo(before);
            assertThat(send(change(list, list.only(before.key(), change.component(), value))))
                    .as(change.component())
                    .isEqualTo(after);
            assertThat(one(list, before.key())).as(change.component()).isEqualTo(after);
            tried.add(change.component());
        }
        for (Change<T> change : list.refusedChanges) {
            T before = present(list, change.before().apply(show));
            T given = list.only(before.key(), change.component(), change.value().apply(show));
            nothingIsRecorded(list, () -> isRefused(Refusal.Kind.RULE, () -> send(change(list, given))));
            tried.add(change.component());
        }
        assertThat(tried).isEqualTo(new TreeSet<>(list.componentNames()));
    }

    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void an_item_keeps_its_place_until_it_is_removed(ListUnderTest<T> list) {
        T first = add(list, "1");
        T second = add(list, "2");
        T third = add(list, "3");
        if (list.change != null) {
            T changed = changed(list, second);
            assertThat(all(list)).containsExactly(first, changed, third);
            second = changed;
        }
        if (list.remove != null) {
            assertThat(send(list.remove.apply(show, "1"))).isEqualTo(first);
            assertThat(all(list)).containsExactly(second, third);
            add(list, "1");
            assertThat(all(list)).containsExactly(second, third, first);
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void an_unknown_key_is_refused(ListUnderTest<T> list) {
        add(list, "1");
        List<ThrowingCallable> calls = new ArrayList<>(List.of(() -> one(list, "2")));
        if (list.change != null) {
            calls.add(() -> send(change(list, list.item.apply("2"))));
        }
        if (list.remove != null) {
            var remove = list.remove.apply(show, "2");
            calls.add(() -> send(remove));
        }
        nothingIsRecorded(list, () -> calls.forEach(call -> isRefused(Refusal.Kind.UNKNOWN, call)));
    }

    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void a_full_list_is_refused_another_item(ListUnderTest<T> list) {
        if (list.bound == 0) {
            return;
        }
        Flux.fromStream(IntStream.rangeClosed(1, list.bound).mapToObj(key -> list.item.apply(String.valueOf(key))))
                .flatMap(item -> backend().send(caller, list.add.apply(show, item)), AT_ONCE)
                .blockLast();
        assertThat(all(list)).hasSize(list.bound);
        T another = list.item.apply(String.valueOf(list.bound + 1));
        isRefused("too-many-" + list.thing + "s", list.keyParameter, () -> send(list.add.apply(show, another)));
        if (list.remove != null) {
            send(list.remove.apply(show, "1"));
            assertThat(send(list.add.apply(show, another))).isEqualTo(another);
        }
    }

    /** Evicts the aggregate from memory, so that the next command loads it. */
    @ParameterizedTest
    @MethodSource("lists")
    <T extends Record & ListItem> void restored_by_replay_or_from_a_snapshot_it_decides_the_same(
            ListUnderTest<T> list) {
        add(list, "1");
        add(list, "2");
        if (list.change != null) {
            changed(list, list.item.apply("1"));
        }
        if (list.remove != null) {
            send(list.remove.apply(show, "2"));
        }
        decidesOnItsItems(list, "replayed");
        String stream = list.list.apply(show).toString();
        encore().bean(AggregateSnapshots.class).scheduleSnapshot(Object.class, stream);
        add(list, "3");
        EventLog log = encore().bean(EventLog.class);
        await(stream).until(() -> {
            StoredSnapshot snapshot = log.snapshot(stream);
            return snapshot != null && snapshot.sequence() == head(list).sequence();
        });
        decidesOnItsItems(list, "from its snapshot");
    }

    private <T extends Record & ListItem> void decidesOnItsItems(ListUnderTest<T> list, String restored) {
        encore().bean(AggregateCache.class).remove(list.list.apply(show).toString());
        List<T> items = all(list);
        nothingIsRecorded(list, () -> {
            for (T item : items) {
                isRefused(list.thing + "-exists", list.keyParameter, () -> send(list.add.apply(show, item)));
                if (list.change != null) {
                    // A change of nothing.
                    assertThat(send(change(list, item))).as(restored).isEqualTo(item);
                }
            }
            if (list.remove != null) {
                var remove = list.remove.apply(show, "2");
                isRefused(Refusal.Kind.UNKNOWN, () -> send(remove));
            }
        });
        assertThat(all(list)).as(restored).isEqualTo(items);
    }

    @Alone(because = "it rebuilds what all accounts share")
    @Test
    void the_view_of_each_list_is_rebuilt_equal() {
        lists().forEach(this::fill);
        new ProjectionsApi(api, encore().operator())
                .areRebuiltEqual(lists().stream().map(list -> list.view).toList());
    }

    private <T extends Record & ListItem> void fill(ListUnderTest<T> list) {
        IntStream.rangeClosed(11, 14).forEach(key -> add(list, String.valueOf(key)));
        if (list.change != null) {
            changed(list, list.item.apply("12"));
        }
        if (list.remove != null) {
            send(list.remove.apply(show, "11"));
            send(list.remove.apply(show, "13"));
            add(list, "11");
        }
    }

    /** Makes a change to an item that is as it was added, and returns it as it is afterwards. */
    private <T extends Record & ListItem> T changed(ListUnderTest<T> list, T item) {
        Change<T> change = list.changes.getFirst();
        Object value = change.value().apply(show);
        T after = list.with(item, change.component(), value);
        assertThat(send(change(list, list.only(item.key(), change.component(), value))))
                .isEqualTo(after);
        return after;
    }

    private <T extends Record & ListItem> T present(ListUnderTest<T> list, T item) {
        return all(list).stream()
                .filter(each -> each.key().equals(item.key()))
                .findFirst()
                .orElseGet(() -> send(list.add.apply(show, item)));
    }

    private <T extends Record & ListItem> T add(ListUnderTest<T> list, String key) {
        return send(list.add.apply(show, list.item.apply(key)));
    }

    private <T extends Record & ListItem> Command<T> change(ListUnderTest<T> list, T given) {
        return Objects.requireNonNull(list.change).apply(show, Patch.of(given));
    }

    private <T extends Record & ListItem> List<T> all(ListUnderTest<T> list) {
        return ask(list.all.apply(show)).stream()
                .skip(list.builtIn)
                .map(list::shownBy)
                .toList();
    }

    private <T extends Record & ListItem> T one(ListUnderTest<T> list, String key) {
        return list.shownBy(ask(list.one.apply(show, key)));
    }

    private StreamHead head(ListUnderTest<?> list) {
        return Objects.requireNonNull(
                encore().bean(EventLog.class).streamHead(list.list.apply(show).toString()));
    }

    private void nothingIsRecorded(ListUnderTest<?> list, Runnable calls) {
        StreamHead before = head(list);
        calls.run();
        assertThat(head(list)).isEqualTo(before);
    }

    private static void isRefused(String type, String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.type()).isEqualTo(type);
            assertThat(refusal.field()).isEqualTo(parameter);
        });
    }

    private static void isRefused(Refusal.Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(kind));
    }

    private <R> R send(Command<R> command) {
        return Objects.requireNonNull(backend().send(caller, command).block());
    }

    private <R> R ask(Query<R> query) {
        return Objects.requireNonNull(backend().ask(caller, query).block());
    }

    private static Backend backend() {
        return encore().bean(Backend.class);
    }
}
