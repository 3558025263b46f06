package encore.query.tags;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.paging.Page;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.query.documents.Catalogue;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the tags of each account. */
@Component
class TagsProjection implements Projection {

    private static final Catalogue<Tag> TAGS = Catalogue.of("tags", Tag.class).foundByName(TagId.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tags", List.of(TAGS.collection()));
    }

    @EventHandler
    void on(TagMade event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var tag = new Tag(event.tag().number(), event.name(), recordedEvent.at());
        TAGS.add(event.tag(), tag, recordedEvent, documents);
    }

    @QueryHandler
    Page<Tag> find(FindTags query, Documents documents) {
        return TAGS.page(query.account(), query.paging(), documents).map(catalogueEntry -> catalogueEntry.thing());
    }

    @QueryHandler
    List<Tag> find(FindSomeTags query, Documents documents) {
        List<TagId> ids = query.tagIds().stream()
                .map(number -> new TagId(query.account(), number))
                .toList();
        return TAGS.some(ids, documents).stream()
                .map(catalogueEntry -> catalogueEntry.thing())
                .toList();
    }
}
