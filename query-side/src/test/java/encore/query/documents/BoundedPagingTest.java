package encore.query.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedPagingTest {

    @Test
    void the_position_of_the_first_page_bounds_the_later_ones() {
        BoundedPaging first = BoundedPaging.of(new NextKey(null, 2), 40);
        assertThat(first.paging()).isEqualTo(new NextKey(null, 2));
        assertThat(first.includes(40)).isTrue();
        assertThat(first.includes(41)).isFalse();
        Page<String> page = first.withBound(new Page<>(List.of("a", "b"), "1_7", "5_9", true, 44));
        assertThat(page.last()).isEqualTo("40.5_9");
        BoundedPaging next = BoundedPaging.of(new NextKey(page.last(), 2), 50);
        assertThat(next.bound()).isEqualTo(40);
        assertThat(next.paging()).isEqualTo(new NextKey("5_9", 2));
        // Another node may not have come as far.
        assertThat(BoundedPaging.of(new NextKey(page.last(), 2), 30).bound()).isEqualTo(30);
    }

    @Test
    void an_empty_page_has_no_keys() {
        Page<String> page = new Page<>(List.of(), null, null, false, 44);
        assertThat(BoundedPaging.of(new NextKey(null, 2), 40).withBound(page)).isEqualTo(page);
    }

    @Test
    void a_key_of_an_earlier_build_goes_on_and_a_malformed_one_is_refused() {
        assertThat(BoundedPaging.of(new NextKey("5_9", 2), 40)).isEqualTo(new BoundedPaging(40, new NextKey("5_9", 2)));
        assertThatThrownBy(() -> BoundedPaging.of(new NextKey("x.5_9", 2), 40)).isInstanceOf(Refusal.class);
    }
}
