package encore.api.relations;

import static encore.api.access.Lock.SECRET;
import static encore.kernel.relations.RelationKind.IDOL;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.relations.IdolRelation;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.RelateTags;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationQuery.FindIdolRelations;
import encore.kernel.relations.RelationQuery.FindTagRelations;
import encore.kernel.relations.TagRelation;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the relations of tags and of idols: pairs that belong together. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage")
class RelationsController {

    private static final String TAGS = "/tag_relations";
    private static final String IDOLS = "/idol_relations";
    private static final int ROWS = 500;

    record Tags(
            @NotBlank @Size(max = 255) String tagName,
            @NotBlank @Size(max = 255) String relatedTagName) {}

    record Idols(
            @NotBlank @Size(max = 64) String idolUid,
            @NotBlank @Size(max = 64) String relatedIdolUid) {}

    private final Backend backend;

    RelationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the relations between tags, oldest first")
    @GetMapping(TAGS)
    Flux<TagRelation> listTagRelations(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new FindTagRelations(caller.account(), null, new NextKey(after, ROWS))));
    }

    @Description("Relates two tags, both ways")
    @PostMapping(TAGS)
    Mono<TagRelation> relateTags(Caller caller, @Params Tags in) {
        return backend.save(caller, new RelateTags(caller.account(), in.tagName(), in.relatedTagName(), true));
    }

    @Description("Ends the relation of two tags")
    @DeleteMapping(TAGS)
    Mono<Boolean> unrelateTags(Caller caller, @Params Tags in) {
        return backend.send(caller, new RelateTags(caller.account(), in.tagName(), in.relatedTagName(), false))
                .thenReturn(true);
    }

    @Description("Lists the relations between idols, oldest first")
    @GetMapping(IDOLS)
    Flux<IdolRelation> listIdolRelations(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new FindIdolRelations(caller.account(), null, new NextKey(after, ROWS))));
    }

    @Description("Relates two idols, both ways")
    @PostMapping(IDOLS)
    Mono<IdolRelation> relateIdols(Caller caller, @Params Idols in) {
        return backend.save(caller, new Relate(IDOL, caller.account(), in.idolUid(), in.relatedIdolUid()));
    }

    @Description("Ends the relation of two idols")
    @DeleteMapping(IDOLS)
    Mono<Boolean> unrelateIdols(Caller caller, @Params Idols in) {
        return backend.send(caller, new Unrelate(IDOL, caller.account(), in.idolUid(), in.relatedIdolUid()))
                .thenReturn(true);
    }
}
